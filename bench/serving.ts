/**
 * The cost of a durable, logged decision in one runtime process, compared with a bare node:http echo server and with GoRules ZEN behind such a
 * server: processor time per request and throughput, in short turns in one run; each ratio is the median. `--check` fails if a goal is missed;
 * `--floor 0.5` halves them; `--profile <folder>` writes the runtime's processor profile there.
 */
import { parseArgs } from "node:util";
import { decidePath } from "@airlock/contract";
import { people } from "./engine/contenders.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { cpuSeconds } from "./serving/cpu.ts";
import { hammer, quantile, requestText } from "./serving/hammer.ts";
import { paced } from "./serving/paced.ts";
import { startServers } from "./serving/servers.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    seconds: { type: "string", default: "0.8" },
    rounds: { type: "string", default: "8" },
    connections: { type: "string", default: "64" },
    profile: { type: "string" },
  },
});
const connections = Number(options.connections);
const seconds = Number(options.seconds);

const servers = await startServers({ versions: 200, profile: options.profile });
const headers = { authorization: `Bearer ${servers.token}`, "content-type": "application/json" };
const asking = (ids: readonly string[]): Buffer[] =>
  people.map((person, index) => requestText(`/dme/manage/v1/versions/${ids[index % ids.length]}/execute`, headers, JSON.stringify(person)));
const askingAt = (key: string): Buffer[] => people.map((person) => requestText(`${decidePath}/${key}`, headers, JSON.stringify(person)));
const [one, many] = [asking(servers.versionIds.slice(0, 1)), asking(servers.versionIds)];
const contenders = {
  echo: { ...servers.echo, requests: one },
  "one version": { ...servers.airlock, requests: one },
  "one version, by the solution's address": { ...servers.airlock, requests: askingAt(servers.solutionKey) },
  "one version, with a shadow": { ...servers.airlock, requests: askingAt(servers.shadowedKey) },
  "200 versions": { ...servers.airlock, requests: many },
  "one version, not waiting": { ...servers.unwaiting, requests: one },
  "GoRules ZEN, no log": { ...servers.zen, requests: one },
};
type Name = keyof typeof contenders;
const byAddress = "one version, by the solution's address" satisfies Name;
const withShadow = "one version, with a shadow" satisfies Name;

interface Turn {
  readonly perSecond: number;
  /** Microseconds of processor time per request. */
  readonly cpu: number;
  readonly natsCpu: number;
  readonly refused: number;
  readonly millis: readonly number[];
}

async function turn(name: Name, lasting: number): Promise<Turn> {
  const contender = contenders[name];
  const before = [await cpuSeconds(contender.pid), await cpuSeconds(servers.natsPid)] as const;
  const done = await hammer({ ...contender, connections, seconds: lasting });
  const micros = 1e6 / done.requests;
  return {
    perSecond: done.requests / done.seconds,
    cpu: ((await cpuSeconds(contender.pid)) - before[0]) * micros,
    natsCpu: ((await cpuSeconds(servers.natsPid)) - before[1]) * micros,
    refused: done.refused,
    millis: done.millis,
  };
}

/** Processor time of the first compared with the second; which runs first alternates by round. */
async function pair(above: Name, below: Name, round: number): Promise<number> {
  const [first, second] = round % 2 === 0 ? [above, below] : [below, above];
  const [before, after] = [await turn(first, seconds / 2), await turn(second, seconds / 2)];
  pairedTurns.push(before, after);
  return round % 2 === 0 ? before.cpu / after.cpu : after.cpu / before.cpu;
}

const names = Object.keys(contenders) as Name[]; // The keys of a literal.
const turns = new Map<Name, Turn[]>(names.map((name) => [name, []]));
const pairedTurns: Turn[] = [];
/** Ratios of processor time, measured in pairs. */
const paired = { address: [] as number[], shadow: [] as number[] };
let shadows = { decided: 0, dropped: 0 };
let half: Awaited<ReturnType<typeof paced>>;
let halfRate = 0;
try {
  // Compilers need some ten thousand requests; a runtime has more to compile than a bare server.
  for (const name of names) await turn(name, 4);
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const name of names) turns.get(name)?.push(await turn(name, seconds));
  // A difference of a few percent needs more and shorter turns than the others, with an alternating order.
  for (let round = 0; round < Number(options.rounds) * 4; round += 1) {
    paired.address.push(await pair(byAddress, "one version", round));
    paired.shadow.push(await pair(withShadow, byAddress, round));
  }
  shadows = await servers.shadowCounts();
  halfRate = middle(of("one version").map(({ perSecond }) => perSecond)) / 2;
  half = await paced({ ...contenders["one version"], connections: 256, rate: halfRate, seconds: 5 });
} finally {
  await servers.stop();
}

for (const [name, all] of turns) {
  const millis = all.flatMap((each) => each.millis);
  console.log(
    `${name}: ${middle(all.map(({ perSecond }) => perSecond)).toFixed(0)}/s, ${middle(all.map(({ cpu }) => cpu)).toFixed(1)} us of processor a request ` +
      `(nats-server ${middle(all.map(({ natsCpu }) => natsCpu)).toFixed(1)}), p50 ${quantile(millis, 0.5).toFixed(2)} ms, p99 ${quantile(millis, 0.99).toFixed(2)} ms`,
  );
}
const rows: Row[] = [
  { what: "processor time a durable decision / bare echo", value: ratio("one version", "echo", "cpu"), goal: { max: 1.4 }, held: 4 },
  {
    what: "throughput with durable acknowledgement / without waiting",
    value: ratio("one version", "one version, not waiting", "perSecond"),
    goal: { min: 0.85 },
  },
  {
    what: "processor time by the solution's address / by the version's",
    value: middle(paired.address),
    goal: { max: 1.03 },
  },
  { what: "processor time with a shadow / without", value: middle(paired.shadow), goal: { max: 1.3 } },
  { what: "inputs that the shadow dropped", value: (100 * shadows.dropped) / (shadows.decided + shadows.dropped), unit: "%" },
  { what: "throughput with 200 versions / one", value: ratio("200 versions", "one version", "perSecond"), goal: { min: 0.9 } },
  {
    what: "processor time of GoRules ZEN without a log / ours",
    value: ratio("GoRules ZEN, no log", "one version", "cpu"),
    goal: { min: 5 },
    held: 1,
  },
  { what: "throughput / GoRules ZEN without a log", value: ratio("one version", "GoRules ZEN, no log", "perSecond") },
  { what: "throughput / bare echo, same connections", value: ratio("one version", "echo", "perSecond") },
  { what: `p50 at half of the maximum, ${halfRate.toFixed(0)}/s`, value: quantile(half.millis, 0.5), unit: "ms" },
  { what: `p99 at half of the maximum, ${halfRate.toFixed(0)}/s`, value: quantile(half.millis, 0.99), unit: "ms" },
];
const floor = Number(options.floor);
printTable(rows, floor);
const everyTurn = [...[...turns.values()].flat(), ...pairedTurns];
const refused = everyTurn.reduce((sum, each) => sum + each.refused, half.refused);
if (refused > 0) console.log(`${refused} requests were refused: these figures are not of decisions`);
const missed = rows.filter((row) => !holdsFor(row, floor)).length + (refused > 0 ? 1 : 0);
console.log(`${rows.length - missed} passed, ${missed} failed`);
if (options.check && missed > 0) process.exitCode = 1;

function of(name: Name): readonly Turn[] {
  return turns.get(name) ?? [];
}

/** Turn by turn, each compared with its neighbour in time, so that other load on the machine affects both. */
function ratio(above: Name, below: Name, figure: "cpu" | "perSecond"): number {
  const others = of(below);
  return middle(of(above).map((each, index) => each[figure] / (others[index]?.[figure] ?? Number.NaN)));
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
