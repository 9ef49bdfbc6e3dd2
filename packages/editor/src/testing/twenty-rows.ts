import { emptyDefinition, newNode, type DatasetField, type DecisionTableNode, type Definition } from "@airlock/flow";

const field = (key: string, type: DatasetField["type"]): DatasetField => ({ key: `f_${key}`, name: key, type, required: false });

const employments = ["permanent", "temporary, contract", "self employed", "retired"];
const scores = ["< 500", "[500..560)", "[560..620)", "[620..720)", ">= 720"];

/** The cells of a credit limit by employment and score, as in a spreadsheet: 20 rows, two inputs, two outputs, and a reason code in the weak ones. */
export const twentyRows: readonly (readonly string[])[] = employments.flatMap((employment, kind) =>
  scores.map((score, band) => [
    employment,
    score,
    String(20 * band + 5 * (3 - kind)),
    String(band === 0 ? 0 : 2_500 * band - 500 * kind),
    band === 0 ? "R04" : "",
  ]),
);

export const twentyRowsHeads = ["employment", "bureau_score", "points", "limit"];

/** Only Start, and the fields of that table: the test counts the steps of building the table. */
export function beforeTwentyRows(): Definition {
  return {
    ...emptyDefinition(),
    applicationDatasetFields: [field("employment", "String"), field("bureau_score", "Integer")],
    runtimeDatasetFields: [field("points", "Integer"), field("limit", "Integer")],
  };
}

/** The table when it is built. */
export function twentyRowTable(): DecisionTableNode {
  return {
    ...newNode("DecisionTable", "table", 250, 200),
    label: "Credit limit",
    inputColumns: ["employment", "bureau_score"].map((key) => ({ id: key, formula: `application.f_${key}` })),
    outputColumns: ["points", "limit"].map((key) => ({ id: key, resultField: `f_${key}` })),
    tableRows: twentyRows.map((row, index) => ({
      id: `r${index}`,
      inputs: row.slice(0, 2),
      outputs: row.slice(2, 4),
      reasonCode: row[4] ?? "",
    })),
  };
}
