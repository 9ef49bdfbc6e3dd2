import { connect, type Socket } from "node:net";
import { answerEnd } from "./hammer.ts";

export interface PacedOptions {
  readonly port: number;
  readonly connections: number;
  /** Requests per second, whether or not earlier ones were answered. */
  readonly rate: number;
  readonly seconds: number;
  readonly requests: readonly Buffer[];
}

export interface Paced {
  readonly millis: readonly number[];
  readonly refused: number;
  /** The first response that was no 2xx. */
  readonly firstRefusal: string | undefined;
}

const tickMillis = 1;

/**
 * Sends at a constant rate. A request that finds every connection busy waits, and its wait counts: latency is measured from when it was due, not from
 * when it was sent (no coordinated omission).
 */
export async function paced(options: PacedOptions): Promise<Paced> {
  const millis: number[] = [];
  let refused = 0;
  let firstRefusal: string | undefined;
  const waiting: number[] = [];
  const idle: ((due: number) => void)[] = [];
  const sockets: Socket[] = [];
  let next = 0;
  for (let index = 0; index < options.connections; index += 1) sockets.push(await open());

  const begun = performance.now();
  const total = Math.round(options.rate * options.seconds);
  let sent = 0;
  await new Promise<void>((resolve, reject) => {
    const lost = (): void => {
      clearInterval(timer);
      reject(new Error("A connection was closed while requests were sent."));
    };
    for (const socket of sockets) socket.once("error", lost).once("close", lost);
    const timer = setInterval(() => {
      const due = Math.min(total, Math.floor(((performance.now() - begun) / 1000) * options.rate));
      for (; sent < due; sent += 1) {
        const at = begun + (sent / options.rate) * 1000;
        // The one that was idle longest: the server closes connections that are not used for a while.
        const send = idle.shift();
        if (send === undefined) waiting.push(at);
        else send(at);
      }
      if (millis.length < total) return;
      clearInterval(timer);
      for (const socket of sockets) socket.off("close", lost);
      resolve();
    }, tickMillis);
  });
  for (const socket of sockets) socket.end();
  return { millis, refused, firstRefusal };

  function open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      let due = 0;
      let pending = Buffer.alloc(0);
      const socket = connect(options.port, "127.0.0.1", () => {
        idle.push(send);
        resolve(socket);
      });
      socket.setNoDelay(true);
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const end = answerEnd(pending);
        if (end === undefined) return;
        if (pending[9] !== 0x32) {
          refused += 1;
          firstRefusal ??= pending.subarray(0, end).toString();
        }
        pending = pending.subarray(end);
        millis.push(performance.now() - due);
        const later = waiting.shift();
        if (later === undefined) idle.push(send);
        else send(later);
      });
      function send(at: number): void {
        due = at;
        const request = options.requests[next % options.requests.length];
        next += 1;
        if (request !== undefined) socket.write(request);
      }
    });
  }
}
