import type { Quirkat } from "./quirkat.js";

export type * from "./quirkat.js";

/** The functions of a module in a worker. */
export type QuirkatClient = {
  [Name in Exclude<keyof Quirkat, "help">]: (...values: Parameters<Quirkat[Name]>) => Promise<Awaited<ReturnType<Quirkat[Name]>>>;
} & {
  /**
   * Stops the running searches. On a cross-origin isolated page, their promises have the results so far; elsewhere they are
   * rejected with an `AbortError`.
   */
  stop(): void;
  /** Ends the worker. Another call starts one again. */
  close(): void;
};

/**
 * Starts a worker with the module, and returns its functions. Addresses are absolute, or relative to the worker. On a cross-origin
 * isolated page, `threads` workers analyse together, at most 7; by default one, as elsewhere. Each takes the memory of a module.
 */
export function startWorker(options?: {
  language?: string;
  wasm?: string;
  evaluations?: string;
  tables?: string;
  threads?: number;
}): QuirkatClient;
