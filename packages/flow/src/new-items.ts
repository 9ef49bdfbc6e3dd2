/** New rows of a node's lists, with the defaults that the editor shows. */
import type {
  CalculationItem,
  ConditionItem,
  FormulaItem,
  KeyValueItem,
  ListScoreItem,
  OutputItem,
  RangeScoreItem,
  SetterItem,
  TableRow,
} from "./node-parts.ts";

export function newCondition(): ConditionItem {
  return {
    conditionalOperator: "&&",
    leftHandDatasource: "Application",
    leftHandFieldname: "",
    leftHandType: "String",
    operator: "==",
    rightHandDatasource: "Literal",
    rightHandFieldname: "",
  };
}

export function newSetter(): SetterItem {
  return {
    leftHandDatasource: "Runtime",
    leftHandFieldname: "",
    leftHandType: "String",
    operator: "=",
    rightHandDatasource: "Literal",
    rightHandFieldname: "",
  };
}

export function newCalculationItem(): CalculationItem {
  return { datasource: "Application", fieldKey: "", operator: "+", level: 0 };
}

export function newFormula(): FormulaItem {
  return { resultField: "", formula: "" };
}

/** Matches everything and sets nothing, until it is filled in. */
export function newTableRow(id: string, inputs: number, outputs: number): TableRow {
  const cells = (count: number): readonly string[] => Array.from({ length: count }, () => "-");
  return { id, inputs: cells(inputs), outputs: cells(outputs), reasonCode: "" };
}

/** A new band begins where the one before it ends. */
export function newRange(id: string, existing: readonly RangeScoreItem[]): RangeScoreItem {
  const rangeFrom = existing.at(-1)?.rangeTo ?? "";
  return { id, rangeFromIncludeExclude: "[", rangeFrom, rangeTo: "", rangeToIncludeExclude: ")", score: "", reasonCode: "" };
}

export function newListValue(id: string): ListScoreItem {
  return { id, value: "", score: "", reasonCode: "" };
}

export function newOutput(): OutputItem {
  return { datasetType: "application", fieldName: "", param: "" };
}

/** Keys stay unique: 'new', then 'new1', 'new2' and so on. */
export function newKeyValue(existing: readonly KeyValueItem[]): KeyValueItem {
  const taken = new Set(existing.map(({ key }) => key));
  let key = "new";
  for (let number = 1; taken.has(key); number += 1) key = `new${number}`;
  return { key, value: "" };
}
