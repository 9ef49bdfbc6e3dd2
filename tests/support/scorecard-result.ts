import { parseDefinition, type Definition } from "@airlock/flow";
import { addDatasource } from "./add-datasource.ts";
import type { Caller } from "./caller.ts";
import { eventually } from "./eventually.ts";
import { readExamples } from "./examples.ts";
import type { Product } from "./product.ts";

export interface ScorecardResult {
  /** Of the solution, the datasource and the experiment. */
  readonly name: string;
  readonly solutionId: string;
  readonly experimentResultId: string;
  readonly definition: Definition;
}

const types = { String: "STRING", Integer: "INTEGER", Float: "FLOAT", Boolean: "STRING", Date: "STRING" } as const;

/** The scorecard example, run by an experiment over this number of generated rows. */
export async function scorecardResult(product: Product, admin: Caller, count: number): Promise<ScorecardResult> {
  const example = (await readExamples()).find(({ name }) => /scorecard/i.test(name));
  const parsed = parseDefinition(example?.definition);
  if (!parsed.ok) throw new Error("The scorecard example cannot be read.");
  const { definition } = parsed;
  const name = `Dragged ${process.pid} ${Date.now().toString(36)}`;
  const fields = definition.applicationDatasetFields;
  const columns = [
    ...fields.map((field) => ({ name: field.name, type: types[field.type] })),
    // The known outcome, which is not mapped to a field.
    { name: "loan_amount", type: "FLOAT" as const },
    { name: "defaulted_12m", type: "INTEGER" as const },
    { name: "channel", type: "STRING" as const },
  ];
  const rows = Array.from({ length: count }, (_, at) => {
    const score = 400 + ((at * 37) % 400);
    const became = [9000 + ((at * 171) % 17_000), Number((at * 7) % 100 < (820 - score) / 14), at % 3 === 0 ? "branch" : "web"];
    return [20 + (at % 50), "NL", score, at % 4, 2500, (at * 13) % 1200, "permanent", "car", ...became];
  });
  const datasourceId = await addDatasource(product, admin, { name, columns, rows });
  const solutionId = (await admin.do("solutions.create", { body: { name, definition } }))._embedded.webSafeString;
  const at = { experimentId: (await admin.do("experiments.create", { body: { name } }))._embedded.webSafeString };
  const fieldMapping = fields.map((field) => ({ key: field.key, value: field.name, useDatasource: true }));
  await admin.do("experiment.update", { at, body: { solutionId, datasourceId, fieldMapping, records: "all" } });
  const experimentResultId = (await admin.do("experiment.run", { at }))._embedded.webSafeString;
  await eventually(
    `${name} to have run`,
    async () => ((await admin.do("experimentResult.read", { at: { experimentResultId } }))._embedded.status === "done" ? true : undefined),
    { seconds: 30 },
  );
  return { name, solutionId, experimentResultId, definition };
}
