// The live connection to the server: it comes back when it is lost, and says so only when that takes long.

import { $, t } from "./page.js";

const PATIENCE = 8000; // the longest wait before another try, in milliseconds
const DEAD = 7500; // ms without a message after which the connection is closed; the server sends a heartbeat every three seconds
const UNTOLD = 700; // ms before a lost connection is reported

export class Live {
  #url;
  #hear;
  /** @type {WebSocket | null} */
  #socket = null;
  #tries = 0;
  #timer = 0;
  #heard = 0;
  #isFresh = true; // no state has come on this connection yet
  /** What has come so far is read, one message after another. */
  #read = Promise.resolve();
  /** How to answer the questions, by their numbers. @type {Map<number, { resolve(partial: Wire.Partial): void, reject(why: Error): void }>} */
  #asked = new Map();
  #number = 0;

  /**
   * @param {string} path
   * @param {(news: Wire.News, isFresh: boolean) => void} hear receives all messages, and whether they are the first state of a
   *   connection
   */
  constructor(path, hear) {
    const packed = typeof DecompressionStream === "undefined" ? "" : "&packed=gzip";
    this.#url = location.origin.replace(/^http/, "ws") + path + packed;
    this.#hear = hear;
    setInterval(() => this.#listen(), 1000);
    addEventListener("online", () => this.#hurry());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.again();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#hurry();
    });
  }

  open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#isFresh = true;
    this.#heard = performance.now();
    socket.addEventListener("open", () => (this.#heard = performance.now()));
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#heard = performance.now();
      this.#read = this.#read.then(() => this.#next(socket, event.data)).catch(reportError);
    });
    socket.addEventListener("close", () => socket === this.#socket && this.#lost());
  }

  /** Gives the connection up for a new one, whose first message repairs everything. */
  again() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost();
  }

  /**
   * Sends a message, if there is a connection.
   * @param {Wire.Request} message
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN || !isConnected()) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Asks what may follow in a turn that is being entered.
   * @param {Wire.PartialAsk & { ply: number }} request
   * @returns {Promise<Wire.Partial>}
   */
  ask(request) {
    return new Promise((resolve, reject) => {
      const n = ++this.#number;
      if (!this.send({ t: "partial", n, ...request })) return reject(new Error("not connected"));
      this.#asked.set(n, { resolve, reject });
    });
  }

  /**
   * Waits for no answer any more.
   * @param {string} why
   */
  forget(why) {
    for (const { reject } of this.#asked.values()) reject(new Error(why));
    this.#asked.clear();
  }

  /**
   * @param {WebSocket} socket
   * @param {string | Blob} data
   */
  async #next(socket, data) {
    const message = await read(data);
    if (socket === this.#socket) this.#received(message);
  }

  /** @param {Wire.News | Wire.Answer} message */
  #received(message) {
    if (message.t === "partial") {
      const { t: _, n, ...partial } = message;
      this.#asked.get(n)?.resolve(partial);
      this.#asked.delete(n);
      return;
    }
    const repairs = message.t === "state" || message.t === "update";
    const isFresh = this.#isFresh && repairs;
    if (repairs) {
      this.#isFresh = false;
      this.#tries = 0;
      connected(true);
    }
    this.#hear(message, isFresh);
  }

  #lost() {
    this.#socket = null;
    connected(false);
    this.forget("not connected");
    // A random delay spreads reconnections after a restart of the server.
    const wait = Math.min(PATIENCE, 250 * 2 ** this.#tries) * (0.75 + Math.random() / 2);
    this.#tries += 1;
    this.#timer = setTimeout(() => this.open(), wait);
  }

  // There is reason to hope: the network is back, or the person.
  #hurry() {
    if (this.#socket !== null) return;
    this.#tries = 0;
    this.open();
  }

  // A connection can be dead without an error: close it when it is silent for too long.
  #listen() {
    if (this.#socket && performance.now() - this.#heard > DEAD) this.again();
  }
}

/**
 * A message, which comes packed where it is long.
 * @param {string | Blob} data
 * @returns {Promise<Wire.News | Wire.Answer>}
 */
async function read(data) {
  if (typeof data === "string") return JSON.parse(data);
  return new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

const isConnected = () => document.body.dataset.connected === "true";
const banner = $("connection");
let telling = 0;

/** @param {boolean} isUp */
function connected(isUp) {
  const was = isConnected();
  document.body.dataset.connected = String(isUp);
  if (!isUp && !was && telling !== 0) return; // reported already, or scheduled
  clearTimeout(telling);
  telling = 0;
  if (isUp) {
    if (!banner.hidden && !was) {
      banner.classList.add("good");
      banner.textContent = t("play_connected");
      setTimeout(() => (banner.hidden = isConnected()), 2000);
    }
    return;
  }
  telling = setTimeout(() => {
    banner.classList.remove("good");
    banner.textContent = t("play_connecting");
    banner.hidden = false;
  }, UNTOLD);
}
