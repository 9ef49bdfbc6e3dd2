import {
  anyCell,
  hasValue,
  nothingCell,
  readCell,
  readOutput,
  typeFormula,
  type DecisionTableNode,
  type FieldType,
  type TableRow,
} from "@airlock/flow";
import { operate } from "../../reference/calculations.ts";
import { evaluateFormula, textOfDay } from "../../reference/formulas.ts";
import type { ReferenceKind } from "../../reference/kind.ts";
import { literalValue, type Memory } from "../../reference/memory.ts";
import { giveReason, type Gathered } from "../../reference/reasons.ts";
import { storeNumber } from "../../reference/store-number.ts";
import type { KnownValue, Value } from "../../types.ts";

/** [DT1] to [DT7], row after row and cell after cell. */
export const decisionTable: ReferenceKind<DecisionTableNode> = {
  run: (node, memory, gathered, effects) => {
    if (formulasOf(node).some((text) => typed(text, memory).usesToday)) {
      gathered.today ??= effects?.today?.(); // [FO20]
      if (gathered.today === undefined) return "EFFECTS_NEEDED"; // [EF2]
    }
    const inputs: Input[] = [];
    for (const { formula } of node.inputColumns) {
      const { formula: parsed } = typed(formula, memory);
      const result = evaluateFormula(parsed, memory, gathered.today);
      if ("failure" in result) return result.failure;
      inputs.push({ type: parsed.type, value: result.value });
    }
    const matching = node.tableRows.filter((row) => matches(row, inputs));
    const [first] = matching;
    if (first === undefined) return setAll(node, node.defaultRows, memory, gathered);
    switch (node.hitPolicy) {
      case "first":
        return setAll(node, [first], memory, gathered);
      case "unique":
        return matching.length > 1 ? "TABLE_NOT_UNIQUE" : setAll(node, matching, memory, gathered);
      case "all":
        return setAll(node, matching, memory, gathered);
      case "sum":
        return setSums(node, matching, memory, gathered);
    }
  },
};

interface Input {
  readonly type: FieldType;
  readonly value: Value;
}

function formulasOf({ inputColumns, tableRows, defaultRows }: DecisionTableNode): readonly string[] {
  const cells = [...tableRows, ...defaultRows].flatMap(({ outputs }) => outputs);
  return [
    ...inputColumns.map(({ formula }) => formula),
    ...cells.filter((cell) => cell.trim().startsWith("=")).map((cell) => cell.trim().slice(1)),
  ];
}

function typed(text: string, memory: Memory) {
  const result = typeFormula(text, memory.scope);
  if (!result.ok) throw new Error("The validator lets no such formula through");
  return result;
}

function matches({ inputs: cells }: TableRow, inputs: readonly Input[]): boolean {
  return inputs.every(({ type, value }, column) => {
    const read = readCell(cells[column] ?? anyCell, type);
    return read.ok && hasValue(read.values, typeof value === "boolean" ? Number(value) : value); // [DT2]
  });
}

function setAll(node: DecisionTableNode, rows: readonly TableRow[], memory: Memory, gathered: Gathered): string | undefined {
  for (const { outputs, reasonCode } of rows) {
    for (const [column, { resultField }] of node.outputColumns.entries()) {
      const failure = setCell(outputs[column] ?? nothingCell, resultField, memory, gathered);
      if (failure !== undefined) return failure;
    }
    giveReason(reasonCode, gathered);
  }
  return undefined;
}

/** [DT4] */
function setCell(cell: string, key: string, memory: Memory, gathered: Gathered): string | undefined {
  const type = memory.type("Runtime", key);
  const read = readOutput(cell, type);
  if (read.kind === "literal") memory.set("Runtime", key, held(read.value, type));
  if (read.kind !== "formula") return undefined;
  const { formula } = typed(read.text, memory);
  const result = evaluateFormula(formula, memory, gathered.today);
  if ("failure" in result) return result.failure;
  if (formula.type === "Integer" || formula.type === "Float") {
    return storeNumber(key, { type: formula.type, value: typeof result.value === "number" ? result.value : undefined }, memory);
  }
  memory.set("Runtime", key, formula.type === "Date" && typeof result.value === "number" ? textOfDay(result.value) : result.value);
  return undefined;
}

function held(value: string | number, type: FieldType): KnownValue {
  if (type === "Boolean") return value === 1;
  if (type === "Date") return textOfDay(Number(value));
  return typeof value === "number" ? value + 0 : literalValue(value, "String");
}

/** [DT5] */
function setSums(node: DecisionTableNode, rows: readonly TableRow[], memory: Memory, gathered: Gathered): string | undefined {
  for (const [column, { resultField }] of node.outputColumns.entries()) {
    const before = memory.get("Runtime", resultField);
    const type = memory.type("Runtime", resultField) === "Integer" ? "Integer" : "Float";
    let sum: number | undefined;
    for (const { outputs } of rows) {
      const cell = outputs[column] ?? nothingCell;
      if (cell.trim() === nothingCell) continue;
      const failure = setCell(cell, resultField, memory, gathered);
      if (failure !== undefined) return failure;
      const value = memory.get("Runtime", resultField);
      memory.set("Runtime", resultField, before);
      if (typeof value !== "number") continue;
      const added = sum === undefined ? { type, value } : operate("+", { type, value: sum }, { type, value });
      if (typeof added === "string") return added;
      sum = added.value;
    }
    if (sum !== undefined) memory.set("Runtime", resultField, sum);
  }
  for (const { reasonCode } of rows) giveReason(reasonCode, gathered);
  return undefined;
}
