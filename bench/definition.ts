/**
 * npm run bench:definition -- --check [--nodes 2000] [--rounds 5] [--floor 0.5]
 *
 * Saves, freezes and deploys a solution of the largest number of nodes through the whole product, each timed as the designer sees it, while another client
 * reads its own profile: its slowest response says how long the event loop of the api was occupied.
 */
import { parseArgs } from "node:util";
import { parseDefinition, validate, type Definition } from "@airlock/flow";
import { build, calculation, end, range, rule, state } from "../tests/engine/build.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { openStand } from "./experiment/stand.ts";
import { scorecard } from "./engine/scorecard.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    nodes: { type: "string", default: "2000" },
    rounds: { type: "string", default: "5" },
  },
});
const size = Number(options.nodes);

/** Start and End, and between them scores, rules and calculations one after the other, every tenth of them skipped by a condition. */
function largeFlow(): Definition {
  const ids = Array.from({ length: size - 3 }, (_, at) => `n${at}`);
  const makers = ids.map((id, at) => {
    if (at % 3 === 0) return range(id, "income", "points", ["[,1000) 1", `[1000,${2000 + at}) 2 LOW`, `[${2000 + at},) 3`]);
    if (at % 3 === 1) return rule(id, `age > ${at % 90}`, "points += 1");
    return calculation(id, "ratio", `points * ${at} / 100`);
  });
  const links = ids.flatMap((id, at) => {
    const next = ids[at + 1] ?? "end";
    const after = ids[at + 2];
    return at % 10 !== 0 || after === undefined
      ? [`${id} > ${next}`]
      : [`${id} > ${after} if points >= ${at}`, `${id} > ${next} otherwise`];
  });
  return build({
    application: { age: "Integer", income: "Float" },
    required: ["age", "income"],
    runtime: { points: "Float", ratio: "Float" },
    nodes: [state("base", "points = 0", "ratio = 0"), ...makers, end("end")],
    links: ["start > base", `base > ${ids[0] ?? "end"}`, ...links],
  });
}

async function millis<Made>(work: () => Promise<Made>): Promise<{ readonly took: number; readonly made: Made }> {
  const began = performance.now();
  const made = await work();
  return { took: performance.now() - began, made };
}

const definition = largeFlow();
const before = process.threadCpuUsage();
const parsed = parseDefinition(JSON.parse(JSON.stringify(definition)));
const errors = parsed.ok ? validate(parsed.definition).filter(({ level }) => level === "error") : parsed.problems;
if (errors.length > 0) throw new Error(`The flow cannot run: ${JSON.stringify(errors[0])}`);
const checking = process.threadCpuUsage(before);

const stand = await openStand(scorecard);
try {
  const { admin } = stand;
  const best = { save: Infinity, read: Infinity, freeze: Infinity, deploy: Infinity, other: Infinity };
  const solution = await admin.do("solutions.create", { body: { name: "Largest", description: "" } });
  const at = { solutionId: solution._embedded.webSafeString };
  const body = JSON.stringify(definition);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const stop = new AbortController();
    let slowest = 0;
    const other = (async () => {
      while (!stop.signal.aborted) slowest = Math.max(slowest, (await millis(() => admin.do("memberships.read"))).took);
    })();
    try {
      best.save = Math.min(best.save, (await millis(() => admin.do("definition.update", { at, body: definition }))).took);
      best.read = Math.min(best.read, (await millis(() => admin.do("definition.read", { at }))).took);
      const frozen = await millis(() => admin.do("solution.versions.create", { at, body: { versionName: `${round}.0` } }));
      best.freeze = Math.min(best.freeze, frozen.took);
      const versionId = frozen.made._embedded.webSafeString;
      best.deploy = Math.min(best.deploy, (await millis(() => admin.do("version.deploy", { at: { versionId } }))).took);
    } finally {
      stop.abort();
      await other;
    }
    best.other = Math.min(best.other, slowest);
  }
  const goal = { max: 1000 };
  const results: readonly Row[] = [
    {
      what: `processor time to parse and validate ${size} nodes (${Math.round(body.length / 1024)} KiB), first time`,
      value: (checking.user + checking.system) / 1000,
      unit: "ms",
      goal,
    },
    { what: "save", value: best.save, unit: "ms", goal },
    { what: "read", value: best.read, unit: "ms", goal },
    { what: "freeze", value: best.freeze, unit: "ms", goal },
    { what: "deploy, until every runtime serves it", value: best.deploy, unit: "ms", goal },
    { what: "slowest response of another client meanwhile", value: best.other, unit: "ms", goal: { max: 250 } },
  ];
  const floor = Number(options.floor);
  printTable(results, floor);
  if (options.check && !results.every((row) => holdsFor(row, floor))) process.exitCode = 1;
} finally {
  await stand.close();
}
