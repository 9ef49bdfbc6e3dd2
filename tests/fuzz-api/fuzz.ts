import * as fc from "fast-check";
import { createRandom } from "../support/random.ts";
import type { KnownIds } from "./known-ids.ts";
import type { Operation } from "./operations.ts";
import { createRequestGenerator, type GeneratedRequest } from "./requests.ts";
import { mistakeOf, readJson, type ReceivedResponse } from "./response-check.ts";

export interface FuzzOptions {
  readonly operations: readonly Operation[];
  readonly known: KnownIds;
  readonly send: (operation: Operation, request: GeneratedRequest) => Promise<ReceivedResponse>;
  readonly seed: number;
  readonly requests: number;
  readonly mayContinue?: () => boolean;
  /** Called before the first round and after every few rounds, because calls delete what others need. */
  readonly prepare?: () => Promise<void>;
  readonly onProgress?: (seen: Seen) => void;
}

export interface Seen {
  readonly requests: number;
  /** Counts of each operation's responses by status. */
  readonly byOperation: ReadonlyMap<string, ReadonlyMap<number, number>>;
  readonly wrong: readonly WrongResponse[];
}

export interface WrongResponse {
  readonly operation: string;
  /** What is wrong, with the request. */
  readonly text: string;
}

const validShare = 0.5;
const progressEvery = 10_000;
const roundsPrepared = 20;

/**
 * Calls all operations in rounds of a random order: what one creates, the others of the round find. The requests depend on the seed only, but for
 * existing ids. One at a time, because with several the state that a request finds would depend on timing.
 */
export async function fuzz(options: FuzzOptions): Promise<Seen> {
  const { operations, known, send, mayContinue = () => true } = options;
  const random = createRandom(options.seed);
  const generators = new Map(operations.map((operation) => [operation, createRequestGenerator(operation, known.pick)]));
  const byOperation = new Map<string, Map<number, number>>();
  const wrong: WrongResponse[] = [];
  let requests = 0;
  for (let round = 0; requests < options.requests && mayContinue(); round += 1) {
    if (round % roundsPrepared === 0) await options.prepare?.();
    for (const operation of random.shuffle(operations).slice(0, options.requests - requests)) {
      requests += 1;
      const generator = generators.get(operation);
      const kind = random.next() < validShare ? "valid" : "invalid";
      const seed = Math.floor(random.next() * 2 ** 31);
      const [request] = generator === undefined ? [] : fc.sample(generator[kind], { seed, numRuns: 1 });
      if (request === undefined) continue;
      const described = `${operation.id} request ${requests} (${kind}) ${operation.method} ${shortened(request.path)} ${shortened(request.body)}`;
      const report = (text: string): void => void wrong.push({ operation: operation.id, text: `${described}: ${text}` });
      const response = await send(operation, request).catch((error: unknown) => report(`no response, ${String(error)}`));
      if (response !== undefined) {
        const counts = byOperation.get(operation.id) ?? new Map<number, number>();
        byOperation.set(operation.id, counts.set(response.status, (counts.get(response.status) ?? 0) + 1));
        const mistake = mistakeOf(operation, response);
        if (mistake !== undefined) report(`${mistake}, ${response.status} ${shortened(response.body)}`);
        if (response.status === 200 || response.status === 201) known.learn(readJson(response.body));
        if (response.status === 404) known.forget(request.path);
      }
      if (requests % progressEvery === 0) options.onProgress?.({ requests, byOperation, wrong });
    }
  }
  return { requests, byOperation, wrong };
}

const shortened = (data: string | Buffer | undefined): string => (data ?? "").toString().slice(0, 400);
