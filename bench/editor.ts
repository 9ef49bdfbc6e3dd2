/**
 * npm run bench:editor -- --check [--floor 0.5] [--moves 60] [--rounds 3] [--tables-only]
 *
 * The canvas in a real Chromium: processor time of the main thread per move of a drag, per typed letter, and for opening a flow, with 100 and with
 * 2,000 nodes, compared with React Flow drawing the same nodes and nothing else. And of a Decision Table of 30 columns with 50 and with 5,000 rows: per
 * typed letter, per cell that is written (with the pause in which the flow is validated), and per turn of the wheel.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { launchBrowser } from "../tests/support/browser.ts";
import { holdsFor, printTable, type Row } from "./engine/table.ts";
import { tableFigures, type TableFigures } from "./editor/table-figures.ts";
import { dragMoves, openMeasured, serve, settled, typeLetters } from "./editor/drive.ts";

const { values: options } = parseArgs({
  options: {
    check: { type: "boolean", default: false },
    floor: { type: "string", default: "1" },
    moves: { type: "string", default: "60" },
    rounds: { type: "string", default: "3" },
    "tables-only": { type: "boolean", default: false },
  },
});
const moves = Number(options.moves);
const rounds = Number(options.rounds);

const built = spawnSync("npx", ["--no-install", "vite", "build", "--config", "bench/editor/vite.config.ts"], { stdio: "inherit" });
if (built.status !== 0) throw new Error("The page does not build.");
const { server, address } = await serve(join(process.cwd(), ".build/bench-editor"));
const browser = await launchBrowser();

const place = { ours: '[data-node="n42"]', bare: '.react-flow__node[data-id="n42"]' };
interface Figures {
  readonly drag: number;
  readonly open: number;
}

async function once(who: "ours" | "bare", nodes: number, isFit: boolean): Promise<Figures> {
  // Bare React Flow is only the baseline, and slow enough that a few moves are sufficient.
  const many = who === "bare" ? Math.ceil(moves / 4) : moves;
  // Zoomed in, a hundred nodes are in ten rows, so that the same number is visible as with two thousand.
  const columns = !isFit && nodes === 100 ? 10 : 40;
  const query = `nodes=${nodes}&columns=${columns}${who === "bare" ? "&bare" : ""}${isFit ? "&fit" : ""}`;
  const measured = await openMeasured(browser, `${address}/bench/editor/index.html?${query}`);
  await measured.page.locator(who === "ours" ? ".cv-surface" : place.bare).waitFor();
  await settled(measured.page);
  const open = await measured.worked();
  // The first drag warms up the compiler.
  await dragMoves(measured, place[who], many);
  const drag = await dragMoves(measured, place[who], many);
  await measured.close();
  return { drag, open };
}

async function typing(nodes: number): Promise<number> {
  const measured = await openMeasured(browser, `${address}/bench/editor/index.html?nodes=${nodes}&panel`);
  await measured.page.locator(place.ours).click();
  await measured.page.getByLabel("Name", { exact: true }).click();
  await typeLetters(measured, 20);
  const letter = await typeLetters(measured, moves);
  await measured.close();
  return letter;
}

/**
 * The best of a few rounds: other load can only make a round slower. The figures of a ratio are measured in the same round, so that a machine that
 * slows down for a minute slows both.
 */
const table = new Map<string, Figures>();
const letters = { few: Infinity, many: Infinity };
const none: TableFigures = { letter: Infinity, cell: Infinity, scroll: Infinity };
const tables = { few: none, many: none };
const best = (one: TableFigures, other: TableFigures): TableFigures => ({
  letter: Math.min(one.letter, other.letter),
  cell: Math.min(one.cell, other.cell),
  scroll: Math.min(one.scroll, other.scroll),
});
for (let round = 0; round < rounds; round += 1) {
  tables.few = best(tables.few, await tableFigures(browser, address, 50, moves));
  tables.many = best(tables.many, await tableFigures(browser, address, 5_000, moves));
  if (options["tables-only"]) continue;
  for (const who of round === 0 ? (["ours", "bare"] as const) : (["ours"] as const))
    for (const isFit of [false, true])
      for (const nodes of [100, 2_000]) {
        const key = `${who} ${nodes}${isFit ? " fit" : ""}`;
        const { drag, open } = await once(who, nodes, isFit);
        const known = table.get(key) ?? { drag: Infinity, open: Infinity };
        table.set(key, { drag: Math.min(known.drag, drag), open: Math.min(known.open, open) });
      }
  letters.few = Math.min(letters.few, await typing(100));
  letters.many = Math.min(letters.many, await typing(2_000));
}
await browser.close();
server.close();

const of = (key: string): Figures => table.get(key) ?? { drag: Number.NaN, open: Number.NaN };
console.log("\nmain-thread processor time, ms               50 rows    5,000 rows");
for (const [name, key] of [
  ["a letter typed in a cell", "letter"],
  ["a cell written, with its validation", "cell"],
  ["a turn of the wheel", "scroll"],
] as const)
  console.log(`${name.padEnd(43)}${tables.few[key].toFixed(2).padStart(9)}${tables.many[key].toFixed(2).padStart(14)}`);
if (!options["tables-only"]) printFlows();

const tableResults: readonly Row[] = [
  { what: "a letter in a table at 5,000 / 50 rows", value: tables.many.letter / tables.few.letter, goal: { max: 1.2 } },
  { what: "a cell written at 5,000 / 50 rows", value: tables.many.cell / tables.few.cell, goal: { max: 1.2 } },
  { what: "scrolling a table at 5,000 / 50 rows", value: tables.many.scroll / tables.few.scroll, goal: { max: 1.2 } },
];
const flowResults: readonly Row[] = [
  { what: "a drag move at 2,000 / 100 nodes", value: of("ours 2000").drag / of("ours 100").drag, goal: { max: 1.1 } },
  { what: "a drag move zoomed out to fit at 2,000 / 100", value: of("ours 2000 fit").drag / of("ours 100 fit").drag, goal: { max: 1.1 } },
  { what: "a letter at 2,000 / 100 nodes", value: letters.many / letters.few, goal: { max: 1.2 } },
  { what: "seconds to open 2,000 nodes", value: of("ours 2000").open / 1000, goal: { max: 2 } },
  { what: "seconds to open 2,000 nodes zoomed out", value: of("ours 2000 fit").open / 1000, goal: { max: 2 } },
  { what: "a drag move, ours / React Flow at 2,000", value: of("ours 2000").drag / of("bare 2000").drag, goal: { max: 1.3 } },
  { what: "a drag move, ours / React Flow at 2,000, fit", value: of("ours 2000 fit").drag / of("bare 2000 fit").drag, goal: { max: 1.3 } },
];
const results = options["tables-only"] ? tableResults : [...flowResults, ...tableResults];
console.log("");
const floor = Number(options.floor);
printTable(results, floor);
if (options.check && !results.every((row) => holdsFor(row, floor))) process.exitCode = 1;

function printFlows(): void {
  console.log("\nmain-thread processor time, ms             100 nodes   2,000 nodes");
  for (const [name, key] of [
    ["a drag move, ours", "ours|"],
    ["a drag move, React Flow alone", "bare|"],
    ["a drag move zoomed out to fit, ours", "ours| fit"],
    ["a drag move zoomed out to fit, React Flow", "bare| fit"],
  ] as const) {
    const [who, zoom] = key.split("|");
    console.log(
      `${name.padEnd(43)}${of(`${who} 100${zoom}`).drag.toFixed(2).padStart(9)}${of(`${who} 2000${zoom}`).drag.toFixed(2).padStart(14)}`,
    );
  }
  console.log(`${"a letter typed in a property".padEnd(43)}${letters.few.toFixed(2).padStart(9)}${letters.many.toFixed(2).padStart(14)}`);
  console.log(`${"to open, ours".padEnd(43)}${of("ours 100").open.toFixed(0).padStart(9)}${of("ours 2000").open.toFixed(0).padStart(14)}`);
  console.log(
    `${"to open zoomed out to fit, ours".padEnd(43)}${of("ours 100 fit").open.toFixed(0).padStart(9)}${of("ours 2000 fit").open.toFixed(0).padStart(14)}`,
  );
  console.log(
    `${"to open zoomed out to fit, React Flow".padEnd(43)}${of("bare 100 fit").open.toFixed(0).padStart(9)}${of("bare 2000 fit").open.toFixed(0).padStart(14)}`,
  );
}
