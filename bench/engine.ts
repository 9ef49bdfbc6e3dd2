/**
 * The cost of the engine, as ratios measured in one run: against GoRules ZEN and json-rules-engine on the same scorecard, with and without exact
 * numbers and execution records, and with growing flows. `--check` fails below the goals; `--floor 0.5` halves them, for machines with other load.
 */
import { parseArgs } from "node:util";
import { encodeRecord, evaluate, expandRecord } from "@airlock/engine";
import { asking, compiling, deciding, evaluating, inputOf, kept, people, planOf, recording, serving } from "./engine/contenders.ts";
import { mixedFlow } from "./engine/flows.ts";
import { openJsonRules } from "./engine/json-rules.ts";
import { measure, type Contender } from "./engine/measure.ts";
import { scorecard } from "./engine/scorecard.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { applicants, openZenTable, tariffFlow, type Applicant } from "./engine/tables.ts";
import { loadVariant } from "./engine/variants.ts";
import { openZen, type Zen } from "./engine/zen.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    seconds: { type: "string", default: "8" },
  },
});

/** Measures in interleaved slices and returns how many times faster a unit of one is than a unit of the other. */
async function race(...contenders: readonly Contender[]): Promise<(fast: string, slow: string) => number> {
  const measured = await measure(contenders, Number(options.seconds));
  for (const [name, { nanos }] of measured)
    console.log(`  ${name}: ${nanos >= 10_000 ? `${(nanos / 1000).toFixed(1)} us` : `${nanos.toFixed(0)} ns`}`);
  return (fast, slow) => (measured.get(slow)?.nanos ?? NaN) / (measured.get(fast)?.nanos ?? NaN);
}

async function againstPeers(zen: Zen): Promise<readonly Row[]> {
  const jsonRules = openJsonRules();
  const plan = planOf(scorecard);
  for (const person of people) {
    const { runtimeData } = evaluate(plan, inputOf(plan, person));
    for (const other of [await zen.evaluate(person), await jsonRules(person)]) {
      if (other.points === runtimeData["points"] && other.decision === runtimeData["decision"]) continue;
      throw new Error(`Answers differ for ${JSON.stringify(person)}: ${JSON.stringify([runtimeData, other])}`);
    }
  }
  console.log(`Scorecard of 12 nodes, ${people.length} applicants, the same answers from all three; a decision:`);
  const faster = await race(
    deciding("Airlock", [scorecard]),
    asking("ZEN", zen.evaluate),
    asking("ZEN, 32 at once", zen.evaluate, 32),
    asking("json-rules-engine", jsonRules),
  );
  return [
    { what: "throughput / GoRules ZEN", value: faster("Airlock", "ZEN"), goal: { min: 220 } },
    { what: "throughput / GoRules ZEN given 32 at once and its threads", value: faster("Airlock", "ZEN, 32 at once") },
    // Reading and validating the caller's object, and a result by names, are half of a decision: see engine/README.md.
    { what: "throughput / json-rules-engine", value: faster("Airlock", "json-rules-engine"), goal: { min: 1000 }, held: 300 },
  ];
}

async function ofRecordsAndNumbers(): Promise<readonly Row[]> {
  console.log("The same scorecard, a decision:");
  const faster = await race(
    deciding("events on: record kept", [scorecard]),
    deciding("events off", [scorecard], await loadVariant("unrecorded")),
    recording("record written as text", scorecard),
    serving("text to text, events off", scorecard, false),
    serving("text to text, record written", scorecard, true),
    deciding("plain doubles", [scorecard], await loadVariant("float")),
  );
  const plan = planOf(scorecard);
  const records = people.map((person) => encodeRecord(evaluate(plan, inputOf(plan, person))));
  const mean = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  return [
    { what: "events on / off", value: faster("events on: record kept", "events off"), goal: { min: 0.6 } },
    {
      what: "events on / off, text in and out, record's line written",
      value: faster("text to text, record written", "text to text, events off"),
    },
    { what: "record's line written / events off", value: faster("record written as text", "events off") },
    { what: "exact numbers / plain doubles", value: faster("events on: record kept", "plain doubles"), goal: { min: 0.85 } },
    { what: "a positional record takes", value: mean(records.map((record) => Buffer.byteLength(record))), unit: "bytes" },
    {
      what: "its events as JSON would",
      value: mean(records.map((line) => JSON.stringify(expandRecord(plan, line).executionEvents).length)),
      unit: "bytes",
    },
  ];
}

async function asFlowsGrow(): Promise<readonly Row[]> {
  const small = mixedFlow(10);
  const large = mixedFlow(1000);
  const many = Array.from({ length: 500 }, (_, variant) => mixedFlow(12, variant));
  const size = (definition: typeof small): number => definition.solutionDefinition.nodes.length;
  console.log(`Mixed flows of ${size(small)} and ${size(large)} nodes, and 500 solutions of ${size(many[0] ?? small)} nodes in turn:`);
  const faster = await race(
    evaluating("small flow, a node", small),
    evaluating("large flow, a node", large),
    deciding("one solution, a decision", many.slice(0, 1)),
    deciding("500 solutions in turn, a decision", many),
    compiling("compiling small, a node", small),
    compiling("compiling large, a node", large),
  );
  return [
    { what: "time per node at 1,000 / 10 nodes", value: faster("small flow, a node", "large flow, a node"), goal: { max: 1 } },
    {
      what: "500 solutions in turn / one",
      value: faster("500 solutions in turn, a decision", "one solution, a decision"),
      goal: { min: 0.5 },
    },
    {
      what: "compile time per node at 1,000 / 10 nodes",
      value: faster("compiling small, a node", "compiling large, a node"),
      goal: { max: 1.5 },
    },
  ];
}

async function ofTables(): Promise<readonly Row[]> {
  const zenTable = openZenTable(1_000);
  const inputs = applicants(1024);
  const applicant = (index: number): Applicant => inputs[index & 1023] as Applicant; // Within the list.
  const decidingTable = (name: string, count: number): Contender => {
    const plan = planOf(tariffFlow(count));
    const run = (times: number): void => {
      for (let i = 0; i < times; i += 1) kept.last = evaluate(plan, inputOf(plan, applicant(i))).runtimeData;
    };
    return { name, run };
  };
  const plan = planOf(tariffFlow(1_000));
  for (const one of inputs) {
    const { runtimeData } = evaluate(plan, inputOf(plan, one));
    const { rate, limit } = await zenTable.evaluate(one);
    if (rate === runtimeData["rate"] && limit === runtimeData["limit"]) continue;
    throw new Error(`Answers differ for ${JSON.stringify(one)}: ${JSON.stringify([runtimeData, { rate, limit }])}`);
  }
  console.log("A decision table of 8 columns, first match, the same answers from both; a decision:");
  const faster = await race(decidingTable("100 rows", 100), decidingTable("1,000 rows", 1_000), decidingTable("5,000 rows", 5_000), {
    name: "ZEN, 1,000 rows",
    run: async (times) => {
      for (let i = 0; i < times; i += 1) kept.last = await zenTable.evaluate(applicant(i));
    },
  });
  zenTable.close();
  return [
    { what: "table of 1,000 rows: throughput / GoRules ZEN", value: faster("1,000 rows", "ZEN, 1,000 rows"), goal: { min: 200 } },
    { what: "table of 1,000 / 100 rows, time", value: faster("100 rows", "1,000 rows"), goal: { max: 2 } },
    { what: "table of 5,000 / 100 rows, time", value: faster("100 rows", "5,000 rows"), goal: { max: 2 } },
  ];
}

const zen = openZen();
const rows = [...(await againstPeers(zen)), ...(await ofRecordsAndNumbers()), ...(await asFlowsGrow()), ...(await ofTables())];
zen.close();
const floor = Number(options.floor);
console.log("");
printTable(rows, floor);
if (options.check && !rows.every((row) => holdsFor(row, floor))) process.exitCode = 1;
