// The parts of a service worker's scope that offline-worker.js uses. The DOM's library does not have them.

/** What the server writes before the script. */
declare const SITE: {
  /** Version of the site, which changes with its files. */
  version: string;
  /** Language of the kept pages. */
  language: string;
  /** Address of the gallery, below which the pages are. */
  home: string;
  /** Address of the list of games on this device. */
  list: string;
  /** Address of the page of such a game. */
  play: string;
  /** Addresses that contain a digest of their content. */
  files: string[];
  /** Addresses of pages that are kept at once. */
  core: string[];
  /** Addresses of pages that are kept if the visitor asks for it. */
  more: string[];
  /** Titles of the usual variants by games. */
  usual: Record<string, string>;
};

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

interface ExtendableMessageEvent extends ExtendableEvent {
  data: unknown;
  ports: MessagePort[];
}

interface ServiceWorkerScope {
  clients: { claim(): Promise<void> };
  addEventListener(kind: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(kind: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(kind: "message", listener: (event: ExtendableMessageEvent) => void): void;
}
