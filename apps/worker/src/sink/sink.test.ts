import { encodeExecution, encodeGroup, encodeShadow, type LoggedExecution, type LoggedShadow } from "@airlock/contract";
import { createLog, createMetrics, type StreamMessage } from "@airlock/platform";
import { expect, test } from "vitest";
import { createSink, RowsRefused, type SinkMetrics } from "./sink.ts";
import { readExecutions, rowOf } from "./batch.ts";

const log = createLog({ name: "test", level: "silent" });

function execution(executionId: string): LoggedExecution {
  return {
    executionId,
    versionId: "v",
    solutionId: "s",
    organisationId: "o",
    keyId: "k",
    callerId: "u",
    correlationId: "c",
    rolloutId: "r",
    arm: "champion",
    started: 1_700_000_000_123,
    durationMicros: 7,
    status: "completed",
    record: '["a\\"b"]',
  };
}

const group = (...ids: string[]) => encodeGroup(ids.map((id) => encodeExecution(execution(id))));

interface Bench {
  readonly stored: string[];
  readonly shadowed: string[];
  readonly dead: { readonly text: string; readonly reason: string }[];
  readonly acknowledged: number[];
  readonly released: number[];
  readonly sizes: number[];
  readonly metrics: SinkMetrics;
  readonly sink: ReturnType<typeof createSink>;
}

interface Given {
  readonly texts: readonly string[];
  /** Throws to refuse. */
  readonly insert?: (rows: readonly string[]) => void;
  readonly writeDeadLetter?: () => Promise<void>;
  readonly rows?: number;
  readonly onPause?: () => void;
}

function bench(given: Given): Bench {
  const { stored, shadowed, dead, acknowledged, released, sizes } = {
    stored: [] as string[],
    shadowed: [] as string[],
    dead: [] as Bench["dead"][number][],
    acknowledged: [] as number[],
    released: [] as number[],
    sizes: [] as number[],
  };
  const metrics = createMetrics<string>();
  const own: SinkMetrics = {
    inserted: metrics.counter("a", ""),
    inserts: metrics.counter("b", ""),
    failures: metrics.counter("c", ""),
    dead: metrics.counter("d", ""),
    batchRows: metrics.histogram("e", "", []),
  };
  const waiting = given.texts.map((text, sequence): StreamMessage => ({
    subject: "executions.3",
    sequence,
    text,
    bytes: text.length,
    traceparents: [],
    deliveries: 1,
    acknowledge: () => void acknowledged.push(sequence),
    working: () => undefined,
    release: () => void released.push(sequence),
  }));
  const sink = createSink({
    noun: { one: "execution", many: "executions" },
    read: readExecutions,
    next: () => Promise.resolve(waiting.shift()),
    insert: (rows, shadows) => {
      given.insert?.(rows);
      stored.push(...rows);
      shadowed.push(...shadows);
      sizes.push(rows.length);
      return Promise.resolve();
    },
    writeDeadLetter: (_, text, reason) => (given.writeDeadLetter?.() ?? Promise.resolve()).then(() => void dead.push({ text, reason })),
    metrics: own,
    log,
    limits: { rows: given.rows ?? 1_000, bytes: 1_000_000, millis: 60_000 },
    pause: () => {
      given.onPause?.();
      return Promise.resolve();
    },
  });
  return { stored, shadowed, dead, acknowledged, released, sizes, metrics: own, sink };
}

const idIn = (row: string): unknown => (JSON.parse(row) as unknown[])[3];

test("waiting messages become one insert and are acknowledged after it", async () => {
  const { sink, stored, acknowledged, sizes } = bench({ texts: [group("a", "b"), group("c")] });
  expect(await sink.step()).toBe(2);
  expect(sizes).toEqual([3]);
  expect(stored.map(idIn)).toEqual(["a", "b", "c"]);
  expect(acknowledged).toEqual([0, 1]);
  expect(await sink.step()).toBe(0);
});

test("a batch ends at its size limit", async () => {
  const { sink, sizes } = bench({ texts: [group("a", "b"), group("c", "d"), group("e")], rows: 4 });
  await sink.step();
  await sink.step();
  expect(sizes).toEqual([4, 1]);
});

test("a row has the columns of the table, with the execution record as text", () => {
  expect(JSON.parse(rowOf(execution("a")))).toEqual([
    "o",
    "v",
    1_700_000_000_123_000,
    "a",
    "s",
    "k",
    "u",
    "c",
    "r",
    "champion",
    7,
    "completed",
    '["a\\"b"]',
  ]);
});

const shadow: LoggedShadow = {
  rolloutId: "r",
  executionId: "a",
  liveVersionId: "v1",
  shadowVersionId: "v2",
  solutionId: "s",
  organisationId: "o",
  started: 1_700_000_000_123,
  isComparable: true,
  dropped: 3,
  liveStatus: "completed",
  shadowStatus: "failed",
  liveOutcome: 'a"b',
  shadowOutcome: "Failed",
  record: '["a"]',
};

test("shadow results are stored in a table of their own, also from a message without executions", async () => {
  const line = encodeShadow(shadow);
  const { sink, stored, shadowed, acknowledged, dead } = bench({
    texts: [encodeGroup([encodeExecution(execution("a")), line]), encodeGroup([line])],
  });
  expect(await sink.step()).toBe(2);
  expect(stored.map(idIn)).toEqual(["a"]);
  const row = ["o", "r", 1_700_000_000_123_000, "a", "s", "v1", "v2", true, "completed", "failed", 'a"b', "Failed", '["a"]', 3];
  expect(shadowed.map((text) => JSON.parse(text) as unknown)).toEqual([row, row]);
  expect([acknowledged, dead]).toEqual([[0, 1], []]);
});

test("while the store is unavailable the batch is retried, and nothing is acknowledged before it is stored", async () => {
  let failures = 3;
  const acknowledgedAtFailure: number[] = [];
  const made = bench({
    texts: [group("a")],
    insert: () => {
      acknowledgedAtFailure.push(made.acknowledged.length);
      if (failures-- > 0) throw new Error("ECONNREFUSED");
    },
  });
  await made.sink.step();
  expect(acknowledgedAtFailure).toEqual([0, 0, 0, 0]);
  expect(made.stored.map(idIn)).toEqual(["a"]);
  expect(made.acknowledged).toEqual([0]);
  expect(made.metrics.failures.value()).toBe(3);
});

test("unreadable lines become dead letters, the others of their group and their batch are stored", async () => {
  const mixed = `${group("a")}\nnot json`;
  const { sink, stored, dead, acknowledged, metrics } = bench({ texts: [mixed, "something else", group("b")] });
  await sink.step();
  expect(stored.map(idIn)).toEqual(["a", "b"]);
  expect(dead.map(({ text }) => text)).toEqual(["not json", "something else"]);
  expect(new Set(acknowledged)).toEqual(new Set([0, 1, 2]));
  expect(metrics.dead.value()).toBe(2);
});

test("a row that the store refuses is found and becomes a dead letter by itself", async () => {
  const texts = Array.from({ length: 9 }, (_, index) => group(`id${index}`));
  const { sink, stored, dead, acknowledged } = bench({
    texts,
    insert: (rows) => {
      if (rows.some((row) => idIn(row) === "id5")) throw new RowsRefused("Cannot parse input");
    },
  });
  await sink.step();
  expect(stored.map(idIn)).toEqual(["id0", "id1", "id2", "id3", "id4", "id6", "id7", "id8"]);
  expect(dead).toEqual([{ text: texts[5], reason: "Cannot parse input" }]);
  expect(new Set(acknowledged)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8]));
});

test("a message whose dead letter cannot be stored is not acknowledged and is delivered again", async () => {
  const { sink, acknowledged } = bench({ texts: ["bad", group("a")], writeDeadLetter: () => Promise.reject(new Error("away")) });
  await sink.step();
  expect(acknowledged).toEqual([1]);
});

test("a worker that stops while the store is unavailable releases its messages", async () => {
  const made = bench({
    texts: [group("a"), group("b")],
    insert: () => {
      throw new Error("ECONNREFUSED");
    },
    onPause: () => made.sink.stop(),
  });
  await made.sink.step();
  expect(made.released).toEqual([0, 1]);
  expect(made.acknowledged).toEqual([]);
});

const refuseAll = () => {
  throw new RowsRefused("Cannot parse input");
};

test("a store that refuses every row stops the sink: no dead letters, nothing acknowledged; it resumes by itself", async () => {
  let drifted = true;
  const made = bench({
    texts: Array.from({ length: 40 }, (_, index) => group(`id${index}`)),
    rows: 10,
    insert: () => {
      if (drifted) refuseAll();
    },
  });
  for (let turn = 0; turn < 6; turn += 1) await made.sink.step();
  expect(made.dead).toEqual([]);
  expect(made.acknowledged).toEqual([]);
  expect(made.sink.check()).toEqual({ ok: false, detail: "stopped: ClickHouse refuses every execution (Cannot parse input)" });
  drifted = false;
  while ((await made.sink.step()) > 0 || !made.sink.check().ok);
  await made.sink.step();
  expect(made.sink.check()).toEqual({ ok: true });
  expect(new Set(made.stored.map(idIn)).size).toBe(40);
  expect(made.acknowledged).toHaveLength(40);
  expect(made.dead).toEqual([]);
});

test("several bad messages in a row become dead letters once a good one is stored", async () => {
  const texts = ["bad0", "bad1", "bad2", "bad3", "bad4"].map((id) => group(id));
  const made = bench({
    texts: [...texts, group("good")],
    rows: 1,
    insert: (rows) => {
      if (rows.some((row) => String(idIn(row)).startsWith("bad"))) refuseAll();
    },
  });
  for (let turn = 0; turn < 12; turn += 1) await made.sink.step();
  expect(made.stored.map(idIn)).toEqual(["good"]);
  expect(made.dead.map(({ text }) => text).sort()).toEqual([...texts].sort());
  expect(new Set(made.acknowledged)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  expect(made.sink.check()).toEqual({ ok: true });
});

test("a single bad message is held until another one is stored", async () => {
  const made = bench({
    texts: [group("bad"), group("good")],
    rows: 1,
    insert: (rows) => {
      if (rows.some((row) => idIn(row) === "bad")) refuseAll();
    },
  });
  await made.sink.step();
  expect(made.dead).toEqual([]);
  expect(made.sink.check()).toEqual({ ok: true, detail: "1 refused messages wait for one that is stored" });
  await made.sink.step();
  expect(made.dead).toEqual([{ text: group("bad"), reason: "Cannot parse input" }]);
  expect(made.acknowledged).toEqual([1, 0]);
});

test("messages of an unknown format do not become dead letters by themselves", async () => {
  const made = bench({ texts: Array.from({ length: 8 }, () => "airlock-executions/99\n[]"), rows: 1 });
  for (let turn = 0; turn < 10; turn += 1) await made.sink.step();
  expect([made.dead, made.acknowledged]).toEqual([[], []]);
  expect(made.sink.check().ok).toBe(false);
});

test("a sink that cannot store dead letters reports it, and releases held messages when it stops", async () => {
  const made = bench({ texts: ["bad", group("a")], writeDeadLetter: () => Promise.reject(new Error("maximum bytes exceeded")) });
  await made.sink.step();
  expect(made.sink.check()).toEqual({ ok: false, detail: "dead letters cannot be stored: maximum bytes exceeded" });
  made.sink.stop();
  made.sink.releaseHeld();
  expect(made.released).toEqual([0]);
});
