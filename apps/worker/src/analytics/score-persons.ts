import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { bytesPerPerson, createScorer, readForest, writeScores, type Artefact } from "@airlock/model";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { CannotTrain } from "../training/cannot-train.ts";
import { readBytes } from "../training/rows.ts";
import { knownBefore } from "./event-rows.ts";
import { featuresAt, kindOf } from "./features.ts";
import type { Events } from "./look-at-events.ts";

/** 32 megabytes of scores, which each runtime that uses them holds in memory. With more persons, the most recently active ones are scored. */
export const maxPersons = 2_000_000;
/** Persons whose features are read by one statement. */
const atOnce = 20_000;
/** Persons scored before yielding to the event loop. */
const inOneTurn = 500;

export interface ScoredPersons {
  readonly persons: number;
  /** Persons beyond the limit. */
  readonly leftOut: number;
  /** SHA-256 of the scores before compression. */
  readonly hash: string;
  readonly artefact: Buffer;
}

/** Scores all persons with a model, from all known events. */
export async function scorePersons(
  clickhouse: ClickHouse,
  events: Events,
  model: Artefact,
  signal: AbortSignal,
  limit = maxPersons,
): Promise<ScoredPersons> {
  if (model.events === undefined) throw new CannotTrain("The model did not learn from events.");
  const scorer = createScorer(readForest(model.forest));
  const features = featuresAt(String(events.end), model.events);
  const since = events.persons > limit ? await lastSeen(clickhouse, events, limit) : undefined;
  const chunks = Math.max(1, Math.ceil(events.persons / atOnce));
  const wide = features.length;
  const highs: number[] = [];
  const lows: number[] = [];
  const scores: number[] = [];
  const row = new Float64Array(wide);
  const out = new Float64Array(scorer.outputs);
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    signal.throwIfAborted();
    const [from, until] = [BigInt(chunk), BigInt(chunk + 1)].map((place) => (place << 64n) / BigInt(chunks));
    const isLast = chunk === chunks - 1;
    const bytes = await readBytes(
      clickhouse,
      `SELECT hash, ${features.map(({ sql }) => sql).join(", ")}
       FROM (SELECT person, hash, assumeNotNull(at) AS at, ${kindOf(model.events)} AS kind, amount
         FROM ${events.rows} WHERE ${knownBefore(events.end)} AND hash >= ${from}${isLast ? "" : ` AND hash < ${until}`})
       GROUP BY hash
       HAVING min(person) = max(person)${since === undefined ? "" : ` AND max(at) > ${since}`}
       ORDER BY hash FORMAT RowBinary`,
    );
    const size = 8 + wide * 8;
    for (let at = 0, done = 1; at + size <= bytes.length; at += size, done += 1) {
      for (let place = 0; place < wide; place += 1) row[place] = bytes.readDoubleLE(at + 8 + place * 8);
      scorer.score(row, out);
      lows.push(bytes.readUInt32LE(at));
      highs.push(bytes.readUInt32LE(at + 4));
      scores.push(out[0] ?? Number.NaN);
      if (done % inOneTurn === 0) await nextTurn();
    }
  }
  const written = writeScores(Uint32Array.from(highs), Uint32Array.from(lows), Float64Array.from(scores));
  const persons = written.length / bytesPerPerson;
  return {
    persons,
    leftOut: Math.max(0, events.persons - persons),
    hash: createHash("sha256").update(written).digest("hex"),
    artefact: gzipSync(written),
  };
}

/** The time of the last event of the first person beyond the limit: persons who were not active after it are not scored. */
async function lastSeen(clickhouse: ClickHouse, { rows, end }: Events, limit: number): Promise<number | undefined> {
  const [found] = await clickhouse.query<{ readonly last: number }>(
    `SELECT max(assumeNotNull(at)) AS last FROM ${rows} WHERE ${knownBefore(end)} GROUP BY hash ORDER BY last DESC LIMIT 1 OFFSET ${limit}`,
  );
  return found?.last;
}
