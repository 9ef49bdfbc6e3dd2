import {
  Agent,
  createServer,
  request,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestOptions,
  type Server,
  type ServerResponse,
} from "node:http";
import { buffer } from "node:stream/consumers";
import { organisationHeader } from "@airlock/contract";
import type { Random } from "../support/random.ts";
import { createKnownIds, type KnownIds } from "./known-ids.ts";
import { createMatcher, type Matched, type Operation } from "./operations.ts";

export interface FrontOptions {
  readonly operations: readonly Operation[];
  readonly apiPort: number;
  readonly runtimePort: number;
  /** A fresh token on each call. */
  readonly accessToken: () => Promise<string>;
  readonly key: string;
  readonly random: Random;
}

export interface Seen {
  readonly requests: number;
  /** Counts of each operation's responses by status. */
  readonly byOperation: ReadonlyMap<string, ReadonlyMap<number, number>>;
  /** A 5xx, or a status that the document does not declare. */
  readonly wrong: readonly string[];
}

export interface Front {
  readonly url: string;
  readonly known: KnownIds;
  readonly seen: () => Seen;
  readonly close: () => Promise<void>;
}

const knownShare = 0.6;
const tokenlessShare = 0.05;

/**
 * A proxy between the fuzzer and the product, like the edge, that adds what a fuzzer cannot know: a signed-in user, and existing ids. It counts, and
 * independently checks every status against the document.
 */
export async function startFront(options: FrontOptions): Promise<Front> {
  const { operations, random } = options;
  const match = createMatcher(operations);
  const known = createKnownIds();
  const byOperation = new Map<string, Map<number, number>>();
  const wrong: string[] = [];
  let requests = 0;

  function targetOf(matched: Matched | undefined, given: string): string {
    if (matched === undefined) return given;
    const query = given.indexOf("?");
    const path = matched.operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      const id = random.next() < knownShare ? known.pick(name, random) : undefined;
      return id ?? matched.parameters[name] ?? "";
    });
    return query === -1 ? path : path + given.slice(query);
  }

  async function headersOf(operation: Operation | undefined, given: IncomingHttpHeaders): Promise<IncomingHttpHeaders> {
    // With a made-up organisation every call would be refused before it is read.
    const { authorization: _, host: __, [organisationHeader]: ___, ...headers } = given;
    if (operation === undefined || random.next() < tokenlessShare) return headers;
    const token = operation.id === "version.execute" ? options.key : await options.accessToken();
    return { ...headers, authorization: `Bearer ${token}` };
  }

  function judge(matched: Matched | undefined, method: string, target: string, status: number, body: Buffer): void {
    const operation = matched?.operation;
    const counts = byOperation.get(operation?.id ?? "none") ?? new Map<number, number>();
    counts.set(status, (counts.get(status) ?? 0) + 1);
    byOperation.set(operation?.id ?? "none", counts);
    const declared = operation === undefined ? status < 500 : operation.statuses.has(status);
    if (status >= 500 || !declared)
      wrong.push(`${operation?.id ?? ""} ${method} ${target.slice(0, 400)}: ${status} ${body.toString().slice(0, 400)}`);
    if (operation !== undefined && (status === 200 || status === 201)) known.learn(operation.path, readJson(body));
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const method = incoming.method ?? "GET";
    const given = incoming.url ?? "/";
    const matched = match(method, given.split("?")[0] ?? "");
    const target = targetOf(matched, given);
    const headers = await headersOf(matched?.operation, incoming.headers);
    const port = matched?.operation.id === "version.execute" ? options.runtimePort : options.apiPort;
    try {
      const response = await ask({ host: "127.0.0.1", port, method, path: target, headers }, await buffer(incoming));
      const answer = await buffer(response);
      const status = response.statusCode ?? 502;
      judge(matched, method, target, status, answer);
      outgoing.writeHead(status, response.headers).end(answer);
    } catch (error) {
      wrong.push(`${matched?.operation.id ?? ""} ${method} ${target.slice(0, 400)}: no answer, ${String(error)}`);
      outgoing.writeHead(502).end();
    }
  }

  const server: Server = createServer({ maxHeaderSize: 1024 * 1024 }, (incoming, outgoing) => {
    requests += 1;
    void pass(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The front has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    known,
    seen: () => ({ requests, byOperation, wrong }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The server may close a kept-alive connection just as the next request is sent, which would be a false failure. */
const oneEach = new Agent({ keepAlive: false });

function ask(options: RequestOptions, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ ...options, agent: oneEach }, resolve)
      .on("error", reject)
      .end(body);
  });
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
