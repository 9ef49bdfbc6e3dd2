/** Readers of the small parts that several node kinds and links share. */
import type {
  CalculationItem,
  ConditionItem,
  FormulaItem,
  KeyValueItem,
  ListScoreItem,
  LookupOutput,
  OutputItem,
  PredictionInput,
  RangeScoreItem,
  SetterItem,
  SubFlowInput,
  SubFlowOutput,
  TableInput,
  TableOutput,
  TableRow,
} from "../node-parts.ts";
import { limits } from "../limits.ts";
import {
  calculationOperators,
  conditionOperators,
  fieldSources,
  fieldTypes,
  operandSources,
  plainCondition,
  setterOperators,
} from "../operators.ts";
import { anyCell } from "../table/read-cell.ts";
import { nothingCell } from "../table/read-output.ts";
import type { ObjectReader } from "./object-reader.ts";

export function readConditions(node: ObjectReader, name: string): readonly ConditionItem[] {
  return node.list(name, limits.conditions, (item) =>
    plainCondition({
      conditionalOperator: item.choice("conditionalOperator", ["&&", "||"], "&&"),
      leftHandDatasource: item.choice("leftHandDatasource", fieldSources, "Application"),
      leftHandFieldname: item.reference("leftHandFieldname"),
      leftHandType: item.choice("leftHandType", fieldTypes, "String"),
      operator: item.choice("operator", conditionOperators, "=="),
      ...readRightHand(item),
      rightHandValues: item.literals("rightHandValues", limits.conditionValues),
    }),
  );
}

export function readSetters(node: ObjectReader, name: string): readonly SetterItem[] {
  return node.list(name, limits.setters, (item) => ({
    leftHandDatasource: item.choice("leftHandDatasource", ["Runtime"], "Runtime"),
    leftHandFieldname: item.reference("leftHandFieldname"),
    leftHandType: item.choice("leftHandType", fieldTypes, "String"),
    operator: item.choice("operator", setterOperators, "="),
    ...readRightHand(item),
  }));
}

function readRightHand(item: ObjectReader): Pick<ConditionItem, "rightHandDatasource" | "rightHandFieldname"> {
  const rightHandDatasource = item.choice("rightHandDatasource", operandSources, "Literal");
  const rightHandFieldname =
    rightHandDatasource === "Literal" ? item.literal("rightHandFieldname", "") : item.reference("rightHandFieldname");
  return { rightHandDatasource, rightHandFieldname };
}

export function readCalculations(node: ObjectReader, name: string): readonly CalculationItem[] {
  return node.list(name, limits.calculationItems, (item) => {
    const datasource = item.choice("datasource", operandSources, "Application");
    return {
      datasource,
      fieldKey: datasource === "Literal" ? item.literal("fieldKey", "") : item.reference("fieldKey"),
      operator: item.choice("operator", calculationOperators, "+"),
      level: item.integer("level", 0, 0, limits.calculationLevel),
    };
  });
}

export function readFormulas(node: ObjectReader, name: string): readonly FormulaItem[] {
  return node.list(name, limits.formulas, (item) => ({
    resultField: item.reference("resultField"),
    formula: item.text("formula", "", limits.formulaLength),
  }));
}

export function readLookupOutputs(node: ObjectReader, name: string): readonly LookupOutput[] {
  return node.list(name, limits.listColumns, (item) => ({
    column: item.text("column", "", limits.nameLength),
    resultField: item.reference("resultField"),
  }));
}

export function readSubFlowInputs(node: ObjectReader, name: string): readonly SubFlowInput[] {
  return node.list(name, limits.fields, (item) => {
    const datasource = item.choice("datasource", operandSources, "Application");
    return {
      field: item.text("field", "", limits.nameLength),
      datasource,
      fieldKey: datasource === "Literal" ? item.literal("fieldKey", "") : item.reference("fieldKey"),
    };
  });
}

export function readSubFlowOutputs(node: ObjectReader, name: string): readonly SubFlowOutput[] {
  return node.list(name, limits.fields, (item) => ({
    field: item.text("field", "", limits.nameLength),
    resultField: item.reference("resultField"),
  }));
}

export function readTableInputs(node: ObjectReader, name: string): readonly TableInput[] {
  return node.list(name, limits.tableColumns, (item) => ({ id: item.id("id"), formula: item.text("formula", "", limits.formulaLength) }));
}

export function readTableOutputs(node: ObjectReader, name: string): readonly TableOutput[] {
  return node.list(name, limits.tableColumns, (item) => ({ id: item.id("id"), resultField: item.reference("resultField") }));
}

export function readTableRows(
  node: ObjectReader,
  name: string,
  { max, inputs, outputs }: { readonly max: number; readonly inputs: number; readonly outputs: number },
): readonly TableRow[] {
  return node.list(name, max, (item) => ({
    id: item.id("id"),
    inputs: item.cells("inputs", inputs, anyCell),
    outputs: item.cells("outputs", outputs, nothingCell),
    reasonCode: item.text("reasonCode", "", limits.reasonCodeLength),
  }));
}

export function readRanges(node: ObjectReader, name: string): readonly RangeScoreItem[] {
  return node.list(name, limits.bands, (item) => ({
    id: item.id("id"),
    rangeFromIncludeExclude: item.choice("rangeFromIncludeExclude", ["[", "("], "["),
    rangeFrom: item.literal("rangeFrom", ""),
    rangeTo: item.literal("rangeTo", ""),
    rangeToIncludeExclude: item.choice("rangeToIncludeExclude", ["]", ")"], ")"),
    score: item.literal("score", ""),
    reasonCode: item.text("reasonCode", "", limits.reasonCodeLength),
  }));
}

export function readListValues(node: ObjectReader, name: string): readonly ListScoreItem[] {
  return node.list(name, limits.listValues, (item) => ({
    id: item.id("id"),
    value: item.literal("value", ""),
    score: item.literal("score", ""),
    reasonCode: item.text("reasonCode", "", limits.reasonCodeLength),
  }));
}

export function readOutputs(node: ObjectReader, name: string): readonly OutputItem[] {
  return node.list(name, limits.outputs, (item) => {
    const defaultValue = item.literal("defaultValue", "");
    return {
      datasetType: item.choice("datasetType", ["application", "runtime"], "application"),
      fieldName: item.reference("fieldName"),
      param: item.text("param", "", limits.jsonPathLength),
      ...(defaultValue === "" ? {} : { defaultValue }),
    };
  });
}

export function readKeyValues(node: ObjectReader, name: string): readonly KeyValueItem[] {
  return node.list(name, limits.headers, (item) => ({
    key: item.text("key", "", limits.nameLength),
    value: item.text("value", "", limits.headerLength),
  }));
}

export function readPredictionInputs(node: ObjectReader, name: string): readonly PredictionInput[] {
  return node.list(name, limits.predictionInputs, (item) => ({
    name: item.text("name", "", limits.nameLength),
    datasource: item.choice("datasource", fieldSources, "Application"),
    fieldKey: item.reference("fieldKey"),
  }));
}
