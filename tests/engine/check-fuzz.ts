import { compile, encodeRecord, evaluate, evaluateWithEffects, expandRecord, readInput, type Effects, type Plan } from "@airlock/engine";
import { parseDefinition, type Definition } from "@airlock/flow";
import { generate } from "./generate.ts";
import { Random } from "./random.ts";
import { world } from "./world.ts";

export interface FuzzReport {
  readonly tried: number;
  readonly parsed: number;
  readonly compiled: number;
  readonly ran: number;
  readonly slowestMillis: number;
  /** Exceptions, which must never occur, with the seed that reproduces them. */
  readonly failures: readonly string[];
}

/** Mutated definitions and inputs: each must result in a value or a typed refusal, quickly. */
export async function checkFuzz(count: number, seed: number): Promise<FuzzReport> {
  const report = { tried: 0, parsed: 0, compiled: 0, ran: 0, slowestMillis: 0, failures: [] as string[] };
  // One flow is mutated many times, since generating a flow costs more than running it.
  for (let flow = 0; report.tried < count; flow += 1) {
    const generated = generate(seed + flow, { nodes: 10, effects: flow % 4 === 0, inputs: 2 });
    for (let turn = 0; turn < 50 && report.tried < count; turn += 1) {
      const random = new Random((seed + flow) * 1009 + turn);
      report.tried += 1;
      // Processor time: on a busy machine a clock would measure other processes.
      const before = process.cpuUsage();
      try {
        await tryOne(generated.definition, generated.inputs, random, report);
      } catch (error) {
        report.failures.push(
          `seed ${seed + flow}, turn ${turn}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
        if (report.failures.length > 20) return report;
      }
      const { user, system } = process.cpuUsage(before);
      report.slowestMillis = Math.max(report.slowestMillis, (user + system) / 1000);
    }
  }
  return report;
}

async function tryOne(
  definition: Definition,
  inputs: readonly Readonly<Record<string, unknown>>[],
  random: Random,
  report: { parsed: number; compiled: number; ran: number },
): Promise<void> {
  const parsed = parseDefinition(mutate(structuredClone(definition), random, random.between(0, 4)));
  if (!parsed.ok) return;
  report.parsed += 1;
  const compiled = compile(parsed.definition);
  if (!compiled.ok) return;
  report.compiled += 1;
  for (const input of inputs) await runOne(compiled.plan, mutate({ ...input }, random, random.between(0, 2)), random, report);
  await runOne(compiled.plan, random.pick(odd), random, report);
}

async function runOne(plan: Plan, body: unknown, random: Random, report: { ran: number }): Promise<void> {
  const read = readInput(plan, body);
  if (!read.ok) return;
  const effects: Effects = world(random.below(1000)).effects;
  const execution = plan.needsEffects
    ? await evaluateWithEffects(plan, read.input, effects, new AbortController().signal)
    : evaluate(plan, read.input);
  report.ran += 1;
  const line = encodeRecord(execution);
  if (line.length > 200_000) throw new Error(`A record of ${line.length} letters`);
  expandRecord(plan, line);
}

const deep = (levels: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};
/** Wrong types, deep, huge and hostile values, all representable in JSON. */
const oddScalars = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  -1e308,
  9007199254740992,
  "",
  "x",
  "__proto__",
  "constructor",
  "\ud800",
  "\u0000",
  "1e999",
];
const oddTexts = ["NaN", "${application.k1}", "${runtime.unknown}", "-9007199254740993", "0.1234567890123456789", "x".repeat(20_000)];
const oddShapes = [[], {}, [[]], [{}], deep(50), deep(5_000), JSON.parse('{"__proto__": {"a": 1}, "constructor": {"prototype": 1}}')];
const oddCrowd = Array.from({ length: 3_000 }, () => ({ id: "same" }));
const odd: readonly unknown[] = [oddScalars, oddTexts, oddShapes, [oddCrowd]].flat();

/** Changes this number of positions in a JSON value: inserts odd values, removes, duplicates and swaps. */
export function mutate(value: unknown, random: Random, times: number): unknown {
  let root = value;
  for (let time = 0; time < times; time += 1) {
    const places = placesOf(root);
    if (places.length === 0) return random.pick(odd);
    const { holder, key } = random.pick(places);
    const how = random.below(10);
    const other = random.pick(places);
    if (how < 4) Reflect.set(holder, key, random.pick(odd));
    else if (how < 6) Reflect.set(holder, key, Reflect.get(other.holder, other.key));
    else if (how < 7) Reflect.deleteProperty(holder, key);
    else if (how < 8 && Array.isArray(holder)) holder.splice(Number(key), 1);
    else if (how < 9 && Array.isArray(holder)) holder.push(...holder.slice(0, 5));
    else if (random.chance(0.02)) root = random.pick(odd);
  }
  return root;
}

interface Place {
  readonly holder: object;
  readonly key: string;
}

/** Bounded: copies of parts into themselves would otherwise never end. */
function placesOf(root: unknown): readonly Place[] {
  const places: Place[] = [];
  const waiting: unknown[] = [root];
  for (let next = waiting.pop(); next !== undefined && places.length < 3_000; next = waiting.pop()) {
    if (typeof next !== "object" || next === null) continue;
    for (const [key, inside] of Object.entries(next)) {
      places.push({ holder: next, key });
      if (inside !== undefined && waiting.length < 3_000) waiting.push(inside);
    }
  }
  return places;
}
