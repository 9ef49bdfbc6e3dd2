import {
  anyCell,
  nothingCell,
  readCell,
  readOutput,
  type DecisionTableNode,
  type FieldType,
  type TableRow,
  type ValueSet,
} from "@airlock/flow";
import { FormulaReads, lowerFormula, lowerResult } from "../../formula/lower-formula.ts";
import { intern, type Lowering } from "../../program/lowering.ts";
import type { Slot } from "../../program/parts.ts";
import type { DecisionTableOperation, MatchRow, OutputCell, OutputRow } from "./operation.ts";

export function lowerTable(node: DecisionTableNode, lowering: Lowering): DecisionTableOperation | undefined {
  const table = new TableLowering(lowering);
  const inputs = node.inputColumns.map(({ formula }) => table.input(formula)).filter((input) => input !== undefined);
  const targets = node.outputColumns
    .map(({ resultField }) =>
      node.hitPolicy === "sum" ? lowering.numberSlot("Runtime", resultField) : lowering.slot("Runtime", resultField),
    )
    .filter((target) => target !== undefined);
  if (inputs.length < node.inputColumns.length || targets.length < node.outputColumns.length) return undefined;
  const types = inputs.map(({ type }) => type);
  const rows = node.tableRows.map((row) => table.match(row, types, targets));
  const [fallback] = node.defaultRows.map((row) => table.output(row, targets));
  if (rows.includes(undefined)) return undefined;
  return {
    kind: "DecisionTable",
    hitPolicy: node.hitPolicy,
    inputs,
    targets,
    rows: rows.filter((row) => row !== undefined),
    fallback,
    reads: [...table.reads.slots],
    lists: [...table.reads.lists],
    usesToday: table.usesToday,
  };
}

class TableLowering {
  readonly reads = new FormulaReads();
  usesToday = false;
  readonly #lowering: Lowering;
  /** By type and text: equal cells are read once. */
  readonly #cells = new Map<string, ValueSet>();

  constructor(lowering: Lowering) {
    this.#lowering = lowering;
  }

  input(text: string) {
    const lowered = lowerFormula(text, this.reads, this.#lowering);
    this.usesToday ||= lowered?.usesToday === true;
    return lowered?.formula;
  }

  match(row: TableRow, types: readonly FieldType[], targets: readonly Slot[]): MatchRow | undefined {
    const takes = types.map((type, column) => this.#taken(row.inputs[column] ?? anyCell, type)).filter((values) => values !== undefined);
    const output = this.output(row, targets);
    return output === undefined || takes.length < types.length ? undefined : { ...output, takes };
  }

  output({ outputs, reasonCode }: TableRow, targets: readonly Slot[]): OutputRow | undefined {
    const cells = targets.map((target, column) => this.#cell(outputs[column] ?? nothingCell, target)).filter((cell) => cell !== undefined);
    return cells.length < targets.length ? undefined : { cells, reasonCode };
  }

  #taken(text: string, type: FieldType): ValueSet | undefined {
    const key = `${type} ${text}`;
    const known = this.#cells.get(key);
    if (known !== undefined) return known;
    const read = readCell(text, type);
    if (!read.ok) return this.#lowering.refuse(read.problem.message);
    this.#cells.set(key, read.values);
    return read.values;
  }

  #cell(text: string, target: Slot): OutputCell | undefined {
    const read = readOutput(text, target.type);
    switch (read.kind) {
      case "nothing":
        return read;
      case "problem":
        return this.#lowering.refuse(read.problem.message);
      case "literal":
        return { kind: "literal", value: typeof read.value === "string" ? intern(read.value) : read.value + 0 };
      case "formula": {
        const lowered = lowerResult(read.text, target, this.reads, this.#lowering);
        this.usesToday ||= lowered?.usesToday === true;
        return lowered && { kind: "formula", formula: lowered.formula };
      }
    }
  }
}
