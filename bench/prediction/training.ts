import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Artefact } from "@airlock/model";
import { datasourceTable } from "@airlock/backend/datasets";
import { installLightgbmPython, lightgbmPython } from "../../services/install/python-lightgbm.ts";
import { columns, fillDatasource, trainByProduct, type Product } from "./product.ts";

const run = promisify(execFile);
const trees = 200;
const patience = 30;
const seed = 1;

interface Spent {
  readonly seconds: number;
  readonly used: number;
}

export interface Trainings {
  readonly rows: number;
  readonly productSeconds: number;
  readonly pythonSeconds: number;
  /** The median of the rounds' ratios of processor time; for the product, of worker, child and ClickHouse together. */
  readonly ratio: number;
  /** The same for wall-clock time, which other load on the machine increases. */
  readonly clockRatio: number;
  readonly trees: number;
  readonly identical: boolean;
}

/** The same rows trained by the product, from ClickHouse to the stored report, and by the Python package, from memory to scores, in turns. */
export async function compareTrainings(product: Product, rows: number, rounds: number): Promise<Trainings> {
  await installLightgbmPython();
  const datasourceId = await fillDatasource(product, rows);
  const folder = await mkdtemp(join(tmpdir(), "airlock-bench-"));
  try {
    const turns: { readonly ours: Spent; readonly python: Spent }[] = [];
    let [identical, grown] = [true, 0];
    for (let round = 0; round < rounds; round += 1) {
      const ours = await trainByProduct(product, datasourceId, { trees });
      if (round === 0) await writeRows(product, datasourceId, ours.artefact, join(folder, "rows"));
      const python = await trainByPython(folder, ours.parameters);
      const [mine, theirs] = [treesIn(ours.artefact.forest), treesIn(python.model)];
      identical &&= mine.length === theirs.length && mine.every((tree, at) => tree === theirs[at]);
      grown = mine.length;
      turns.push({ ours, python });
    }
    const middle = (figures: readonly number[]): number => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
    return {
      rows,
      productSeconds: middle(turns.map(({ ours }) => ours.used)),
      pythonSeconds: middle(turns.map(({ python }) => python.used)),
      ratio: middle(turns.map(({ ours, python }) => ours.used / python.used)),
      clockRatio: middle(turns.map(({ ours, python }) => ours.seconds / python.seconds)),
      trees: grown,
      identical,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As the product splits and encodes them: the part, the label, the columns. */
async function writeRows({ clickhouse }: Product, datasourceId: string, artefact: Artefact, file: string): Promise<void> {
  const chance = `(sipHash64(row, toUInt64(${seed})) % 100)`;
  const written = artefact.columns.map((column, place) => {
    const key = columns[place]?.key ?? "";
    if (column.kind === "number") return `ifNull(toFloat64(${key}), nan)`;
    const values = column.values.map((value) => `'${value}'`).join(", ");
    return `transform(assumeNotNull(${key}), [${values}], [${column.values.map((_, at) => `${at}.`).join(", ")}], -1.)`;
  });
  const { stream } = await clickhouse.client.exec({
    query: `SELECT toFloat64(multiIf(${chance} < 70, 0, ${chance} < 85, 1, 2)), toFloat64(ifNull(${columns.at(-1)?.key ?? ""} = 'yes', 0)), ${written.join(", ")}
      FROM ${datasourceTable(datasourceId)} ORDER BY row FORMAT RowBinary`,
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer); // The client's stream is of bytes.
  await writeFile(file, Buffer.concat(chunks));
}

async function trainByPython(folder: string, parameters: Readonly<Record<string, string>>) {
  const order = join(folder, "order.json");
  const model = join(folder, "model.txt");
  const settings = { rows: join(folder, "rows"), columns: columns.length - 1, parameters, trees, patience, model };
  await writeFile(order, JSON.stringify(settings));
  // With the product's spin count: otherwise waiting threads would use processor time whenever the machine is busy.
  const env = { ...process.env, GOMP_SPINCOUNT: "2000" };
  const { stdout } = await run(lightgbmPython(), [new URL("train.py", import.meta.url).pathname, order], { env });
  const spent = JSON.parse(stdout.trim().split("\n").at(-1) ?? "{}") as Spent; // Its last line.
  return { ...spent, model: await readFile(model, "utf8") };
}

/** The text of each tree, without its number. */
function treesIn(text: string): readonly string[] {
  const [all = ""] = text.split("\nend of trees");
  return all
    .split(/^Tree=\d+\n/m)
    .slice(1)
    .map((tree) => tree.trim());
}
