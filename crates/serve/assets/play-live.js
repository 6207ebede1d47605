// The live connection to the server. It reconnects when it is lost, and reports the loss only after a delay.

import { $, t } from "./page.js";

/** Maximum delay before another attempt to connect, in milliseconds. */
const MAX_RETRY_DELAY = 8000;
/** Maximum silence before the connection is closed, in milliseconds. The server sends a message every 3 seconds. */
const SILENCE_TIMEOUT = 7500;
/** Delay before a lost connection is reported, in milliseconds. */
const REPORT_DELAY = 700;

export class Live {
  #url;
  #onMessage;
  /** @type {WebSocket | null} */
  #socket = null;
  #attempts = 0;
  #timer = 0;
  /** Time of the last message. */
  #lastMessage = 0;
  /** Whether this connection has not received a state yet. */
  #isFresh = true;
  /** Settles when all messages so far are handled: decompression is asynchronous and must keep their order. */
  #handled = Promise.resolve();
  /**
   * Pending requests, by number.
   * @type {Map<number, { resolve(partial: Wire.Partial): void, reject(why: Error): void }>}
   */
  #pending = new Map();
  #number = 0;

  /**
   * @param {string} path
   * @param {(message: GameMessage, isFresh: boolean) => void | Promise<void>} onMessage handles all messages, one after
   *   another; `isFresh` marks the first state of a connection
   */
  constructor(path, onMessage) {
    const packed = typeof DecompressionStream === "undefined" ? "" : "&packed=gzip";
    this.#url = location.origin.replace(/^http/, "ws") + path + packed;
    this.#onMessage = onMessage;
    setInterval(() => this.#checkSilence(), 1000);
    addEventListener("online", () => this.#reconnect());
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.again();
    });
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.#reconnect();
    });
    // The sentences of the server name squares as the visitor has chosen when the connection is made.
    addEventListener("quirkat-squares", () => this.again());
  }

  open() {
    clearTimeout(this.#timer);
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    this.#isFresh = true;
    this.#lastMessage = performance.now();
    socket.addEventListener("open", () => (this.#lastMessage = performance.now()));
    socket.addEventListener("message", (event) => {
      if (socket !== this.#socket) return;
      this.#lastMessage = performance.now();
      this.#handled = this.#handled.then(() => this.#read(socket, event.data)).catch(reportError);
    });
    socket.addEventListener("close", () => socket === this.#socket && this.#lost());
  }

  /** Replaces the connection; the first message of the new one contains the complete state. */
  again() {
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#lost();
  }

  /**
   * Sends a message. Returns false if there is no connection.
   * @param {Wire.Request} message
   */
  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN || !isConnected()) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /**
   * Requests the continuations of a partial move.
   * @param {PartialTurn & { ply: number }} request
   * @returns {Promise<Wire.Partial>}
   */
  ask(request) {
    return new Promise((resolve, reject) => {
      const n = ++this.#number;
      if (!this.send({ t: "partial", n, ...request })) return reject(new Error("not connected"));
      this.#pending.set(n, { resolve, reject });
    });
  }

  /**
   * Rejects all pending requests.
   * @param {string} why
   */
  forget(why) {
    for (const { reject } of this.#pending.values()) reject(new Error(why));
    this.#pending.clear();
  }

  /**
   * @param {WebSocket} socket
   * @param {string | Blob} data
   */
  async #read(socket, data) {
    const message = await decode(data);
    if (socket === this.#socket) await this.#received(message);
  }

  /** @param {Wire.Message} message */
  #received(message) {
    if (message.t === "partial") {
      const { t: _, n, ...partial } = message;
      this.#pending.get(n)?.resolve(partial);
      this.#pending.delete(n);
      return undefined;
    }
    const isState = message.t === "state" || message.t === "update";
    const isFresh = this.#isFresh && isState;
    if (isState) {
      this.#isFresh = false;
      this.#attempts = 0;
      setConnected(true);
    }
    return this.#onMessage(message, isFresh);
  }

  #lost() {
    this.#socket = null;
    setConnected(false);
    this.forget("not connected");
    // A random delay spreads reconnections after a restart of the server.
    const wait = Math.min(MAX_RETRY_DELAY, 250 * 2 ** this.#attempts) * (0.75 + Math.random() / 2);
    this.#attempts += 1;
    this.#timer = setTimeout(() => this.open(), wait);
  }

  // Connects at once: the network has come back, or the visitor has returned to the page.
  #reconnect() {
    if (this.#socket !== null) return;
    this.#attempts = 0;
    this.open();
  }

  // A lost connection may cause no error, so silence closes it.
  #checkSilence() {
    if (this.#socket && performance.now() - this.#lastMessage > SILENCE_TIMEOUT) this.again();
  }
}

/**
 * Parses a message; the server compresses long ones.
 * @param {string | Blob} data
 * @returns {Promise<Wire.Message>}
 */
async function decode(data) {
  if (typeof data === "string") return JSON.parse(data);
  return new Response(data.stream().pipeThrough(new DecompressionStream("gzip"))).json();
}

const isConnected = () => document.body.dataset.connected === "true";
const banner = $("connection");
let reportTimer = 0;

/** @param {boolean} isUp */
function setConnected(isUp) {
  const was = isConnected();
  document.body.dataset.connected = String(isUp);
  if (!isUp && !was && reportTimer !== 0) return; // reported already, or scheduled
  clearTimeout(reportTimer);
  reportTimer = 0;
  if (isUp) {
    if (!banner.hidden && !was) {
      banner.classList.add("good");
      banner.textContent = t("play_connected");
      setTimeout(() => (banner.hidden = isConnected()), 2000);
    }
    return;
  }
  reportTimer = setTimeout(() => {
    banner.classList.remove("good");
    banner.textContent = t("play_connecting");
    banner.hidden = false;
  }, REPORT_DELAY);
}
