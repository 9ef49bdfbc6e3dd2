import { connect, type Socket } from "node:net";

export interface Hammered {
  readonly requests: number;
  readonly seconds: number;
  /** Responses other than 200. */
  readonly refused: number;
  readonly millis: readonly number[];
}

export interface HammerOptions {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** The complete request, head and body, ready to send. */
  readonly requests: readonly Buffer[];
}

/**
 * Keeps every connection busy: the next request is sent when the last response has arrived. Parses just enough HTTP to find the end of a response,
 * because on two cores the client competes with the server.
 */
export async function hammer(options: HammerOptions): Promise<Hammered> {
  const millis: number[] = [];
  let refused = 0;
  const begun = performance.now();
  const end = begun + options.seconds * 1000;
  await Promise.all(Array.from({ length: options.connections }, (_, index) => one(index)));
  return { requests: millis.length, seconds: (performance.now() - begun) / 1000, refused, millis };

  function one(index: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let sent = 0;
      let next = index;
      let pending = Buffer.alloc(0);
      const socket: Socket = connect(options.port, "127.0.0.1", send);
      socket.setNoDelay(true);
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
        const answered = answerEnd(pending);
        if (answered === undefined) return;
        if (pending[9] !== 0x32) refused += 1;
        pending = pending.subarray(answered);
        millis.push(performance.now() - sent);
        if (performance.now() < end) return send();
        socket.end();
        resolve();
      });
      function send(): void {
        const request = options.requests[next % options.requests.length];
        next += options.connections;
        sent = performance.now();
        if (request !== undefined) socket.write(request);
      }
    });
  }
}

/** The end of the response at the beginning of the buffer, or undefined while it is incomplete. */
export function answerEnd(pending: Buffer): number | undefined {
  const head = pending.indexOf("\r\n\r\n");
  if (head === -1) return undefined;
  const end = head + 4 + contentLength(pending, head);
  return pending.length < end ? undefined : end;
}

function contentLength(answer: Buffer, head: number): number {
  const found = /content-length: (\d+)/i.exec(answer.toString("latin1", 0, head));
  if (found === null) throw new Error("An answer without its length.");
  return Number(found[1]);
}

export function requestText(path: string, headers: Readonly<Record<string, string>>, body: string): Buffer {
  const lines = Object.entries({ host: "127.0.0.1", ...headers, "content-length": String(Buffer.byteLength(body)) });
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n${body}`);
}

export function getText(path: string, headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ host: "127.0.0.1", ...headers });
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}`).join("\r\n")}\r\n\r\n`);
}

export function quantile(millis: readonly number[], share: number): number {
  const sorted = millis.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
