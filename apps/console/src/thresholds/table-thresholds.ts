import { fieldNames, inputText, parseFormula, type DecisionTableNode, type Definition, type Threshold } from "@airlock/flow";

/** A number of a Decision Table with the cells that it is in. */
export interface TableThreshold extends Threshold {
  readonly says: string;
  readonly field: string | undefined;
  /** Paths of the other cells of the column that have the same number: bounds that rows share move together. */
  readonly also: readonly string[];
  readonly column: string;
}

interface Placed {
  readonly threshold: Threshold;
  readonly side: string;
  readonly row: number;
  readonly column: number;
  readonly isDefault: boolean;
}

/** The bounds of input columns, each once however many rows have it, before the numbers that rows store. */
export function tableThresholds(node: DecisionTableNode, own: readonly Threshold[], definition: Definition): readonly TableThreshold[] {
  const nameOf = fieldNames(definition);
  const placed = own.map((threshold): Placed => {
    const [list, row, side = "", column] = threshold.path.split(".");
    return { threshold, side, row: Number(row), column: Number(column), isDefault: list === "defaultRows" };
  });
  const bounds = Map.groupBy(
    placed.filter(({ side }) => side === "inputs"),
    ({ column, threshold }) => `${column} ${threshold.text}`,
  );
  const inputs = [...bounds.values()].flatMap((alike): readonly TableThreshold[] => {
    const [first, ...others] = alike;
    const input = first && node.inputColumns[first.column];
    if (first === undefined || input === undefined) return [];
    const rows = [...new Set(alike.map(({ row }) => row + 1))];
    const says = `${inputText(input, nameOf)} ${first.threshold.text} in ${rows.length === 1 ? `row ${rows[0]}` : `${rows.length} rows`}`;
    return [
      {
        ...first.threshold,
        says,
        field: fieldOf(input.formula, nameOf),
        also: others.map(({ threshold }) => threshold.path),
        column: `inputs ${first.column}`,
      },
    ];
  });
  const outputs = placed
    .filter(({ side }) => side === "outputs")
    .map(({ threshold, row, column, isDefault }): TableThreshold => {
      const name = nameOf("Runtime", node.outputColumns[column]?.resultField ?? "");
      return {
        ...threshold,
        says: `${name} ${threshold.text} in ${isDefault ? "the default row" : `row ${row + 1}`}`,
        field: undefined,
        also: [],
        column: `outputs ${column}`,
      };
    });
  return [...inputs.toSorted((one, other) => columnOf(one) - columnOf(other) || Number(one.text) - Number(other.text)), ...outputs];
}

function columnOf({ path }: Threshold): number {
  return Number(path.split(".")[3]);
}

/** As results name it; undefined for a column that is computed. */
function fieldOf(formula: string, nameOf: ReturnType<typeof fieldNames>): string | undefined {
  const parsed = parseFormula(formula);
  if (!parsed.ok || parsed.formula.kind !== "field") return undefined;
  const { source, key } = parsed.formula;
  return `${source === "Application" ? "application" : "runtime"}.${nameOf(source, key)}`;
}
