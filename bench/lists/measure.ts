import { basePath } from "@airlock/contract";
import { getText, hammer, quantile } from "../serving/hammer.ts";
import { processorMillis } from "./processor.ts";

/** The requests for each list: like the console, ten rows at a time. Searches match many users or a few. */
export const listRequests: Readonly<Record<string, readonly string[]>> = {
  "users, first page": ["/users?limit=10"],
  "users, search": [
    "/users?limit=10&search=okafor",
    "/users?limit=10&search=castellski",
    "/users?limit=10&search=.77",
    "/users?limit=10&search=nobody",
  ],
  "users, sort": ["/users?limit=10&sort=-emailAddress", "/users?limit=10&sort=-lastLoginDate", "/users?limit=10&sort=userStatus"],
  "organisations, first page": ["/organisations?limit=10"],
  "organisations, search": [
    "/organisations?limit=10&search=leasing",
    "/organisations?limit=10&search=moreau",
    "/organisations?limit=10&search=none",
  ],
  "organisations, sort": ["/organisations?limit=10&sort=-name", "/organisations?limit=10&sort=code"],
};

export interface Figures {
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  /** Processor time of the api and of Postgres per request, which other load on the machine hardly affects. */
  readonly processorMillis: number;
}

export interface MeasureOptions {
  readonly port: number;
  readonly bearer: string;
  /** Of the api and of Postgres. */
  readonly pids: readonly number[];
  readonly clients: number;
  readonly seconds: number;
  readonly rounds: number;
}

/** In turns, so that other load on the machine affects all alike; the result of each list is the median of its rounds. */
export async function measure(options: MeasureOptions): Promise<ReadonlyMap<string, Figures>> {
  const rounds = new Map<string, Figures[]>();
  for (let round = 0; round <= options.rounds; round += 1) {
    for (const [name, paths] of Object.entries(listRequests)) {
      const requests = paths.map((path) => getText(basePath + path, { authorization: `Bearer ${options.bearer}` }));
      // The first round warms caches and compilers.
      const seconds = round === 0 ? options.seconds / 2 : options.seconds;
      const before = await processorMillis(options.pids);
      const {
        millis,
        refused,
        requests: answered,
        seconds: took,
      } = await hammer({ port: options.port, connections: options.clients, seconds, requests });
      if (refused > 0) throw new Error(`${name}: ${refused} of ${answered} were refused.`);
      if (round === 0) continue;
      const figures = {
        p50: quantile(millis, 0.5),
        p95: quantile(millis, 0.95),
        perSecond: answered / took,
        processorMillis: ((await processorMillis(options.pids)) - before) / answered,
      };
      rounds.set(name, [...(rounds.get(name) ?? []), figures]);
    }
  }
  return new Map([...rounds].map(([name, all]) => [name, middle(all)]));
}

function middle(all: readonly Figures[]): Figures {
  const sorted = all.toSorted((a, b) => a.p95 - b.p95);
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error("Nothing was measured.");
  return found;
}
