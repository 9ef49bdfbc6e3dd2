import { encodeExecution, encodeGroup, executionSubject, groupMessageId, type LoggedExecution } from "@airlock/contract";
import { connectNats, createLog, newId, publishDurable, type Nats } from "@airlock/platform";
import { z } from "zod";
import { natsUrl } from "../../services/parts/nats.ts";
import { rowsOf } from "./clickhouse.ts";
import { eventually } from "./eventually.ts";
import type { Product } from "./product.ts";

/** Load per hour of the day, in executions of one version, with a low at night and at noon. */
const day = [3, 2, 2, 2, 3, 6, 14, 30, 58, 82, 94, 90, 70, 80, 92, 96, 88, 74, 60, 48, 36, 24, 12, 6];
const hour = 3_600_000;

const real = z.array(
  z.object({
    version: z.string(),
    solution: z.string(),
    organisation: z.string(),
    key: z.string(),
    caller: z.string(),
    duration_us: z.coerce.number(),
    status: z.enum(["completed", "failed"]),
    record: z.string(),
  }),
);
type Real = z.output<typeof real>[number];

/**
 * Adds a history to a new product: real executions repeated with earlier times, appended to the log like a runtime does and stored by the worker. The
 * same seed results in the same history.
 */
export async function addHistory(product: Product, days: number, seed = 7): Promise<number> {
  const columns = "version, solution, organisation, key, caller, duration_us, status, record";
  const rows = real.parse(await rowsOf(product, `SELECT ${columns} FROM executions FINAL ORDER BY id`, {}));
  const byVersion = Map.groupBy(rows, ({ version }) => version);
  const nats = await connectNats({ url: natsUrl(product), name: "history", log: createLog({ name: "history", level: "silent" }) });
  let added = 0;
  try {
    let share = 1;
    for (const executions of byVersion.values()) {
      added += await publish(nats, past(executions, days, share, seed + added));
      share *= 0.6;
    }
  } finally {
    await nats.close();
  }
  const wanted = rows.length + added;
  await eventually(
    "the past in ClickHouse",
    async () => {
      const [count] = z
        .array(z.object({ n: z.coerce.number() }))
        .parse(await rowsOf(product, "SELECT uniqExact(id) AS n FROM executions", {}));
      return count !== undefined && count.n >= wanted ? true : undefined;
    },
    { seconds: 60 },
  );
  return added;
}

function past(executions: readonly Real[], days: number, share: number, seed: number): readonly LoggedExecution[] {
  const random = mulberry(seed);
  const now = Date.now();
  const lines: LoggedExecution[] = [];
  for (let back = days * 24; back > 0; back -= 1) {
    const start = now - back * hour;
    const weekend = [0, 6].includes(new Date(start).getDay()) ? 0.45 : 1;
    const count = Math.round((day[new Date(start).getHours()] ?? 0) * share * weekend * (0.8 + 0.4 * random()));
    for (let index = 0; index < count; index += 1) {
      const like = executions[Math.floor(random() * executions.length)];
      if (like !== undefined) lines.push(again(like, Math.floor(start + random() * hour), random()));
    }
  }
  return lines;
}

function again(like: Real, started: number, chance: number): LoggedExecution {
  const { version: versionId, solution: solutionId, organisation: organisationId, key: keyId, caller: callerId, status, record } = like;
  const durationMicros = Math.round(like.duration_us * (0.7 + chance));
  const ids = {
    executionId: newId(),
    versionId,
    solutionId,
    organisationId,
    keyId,
    callerId,
    correlationId: "",
    rolloutId: "",
    arm: "",
  } as const;
  return { ...ids, started, durationMicros, status, record };
}

async function publish(nats: Nats, lines: readonly LoggedExecution[]): Promise<number> {
  for (let from = 0; from < lines.length; from += 500) {
    const group = lines.slice(from, from + 500);
    const [first] = group;
    if (first === undefined) break;
    const message = {
      subject: executionSubject(first.versionId),
      payload: encodeGroup(group.map(encodeExecution)),
      messageId: groupMessageId(first.executionId, group.length),
    };
    await publishDurable(nats, message, 5000);
  }
  return lines.length;
}

/** A small seeded random generator, so that two runs photograph the same history. */
function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}
