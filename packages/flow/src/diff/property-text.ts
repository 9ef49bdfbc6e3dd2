import type { FlowLink, FlowNode, ListScoreItem, OutputItem, PredictionInput, RangeScoreItem } from "../definition.ts";
import type { FieldName } from "../kinds/kind.ts";
import { outputSource } from "../kinds/output-source.ts";
import { referencesToNames } from "../references.ts";
import { calculationText, conditionsText, setterText } from "../wording.ts";
import { plainOf } from "./logic.ts";

/** A property as people read it: one text, or a text for each row of a list. */
export interface Shown {
  readonly isList: boolean;
  readonly texts: readonly string[];
}

const single = (text: string): Shown => ({ isList: false, texts: [text] });
const rows = (texts: readonly string[]): Shown => ({ isList: true, texts });

export function propertyRows(thing: FlowNode | FlowLink, property: string, fieldName: FieldName): Shown {
  if (!("type" in thing) || (thing.type === "EasyRule" && property === "conditionFields")) {
    return single(conditionsText(thing.conditionFields, fieldName));
  }
  switch (`${thing.type}.${property}`) {
    case "EasyRule.thenFields":
      return rows(thing.type === "EasyRule" ? thing.thenFields.map((item) => setterText(item, fieldName)) : []);
    case "SetState.setFields":
      return rows(thing.type === "SetState" ? thing.setFields.map((item) => setterText(item, fieldName)) : []);
    case "Calculation.calculations":
      return single(thing.type === "Calculation" ? calculationText(thing.calculations, fieldName) : "");
    case "RangeScore.ranges":
      return rows(thing.type === "RangeScore" ? thing.ranges.map(bandText) : []);
    case "ListScore.values":
      return rows(thing.type === "ListScore" ? thing.values.map(valueText) : []);
    case "WebCall.headers":
      return rows(thing.type === "WebCall" ? thing.headers.map(({ key, value }) => `${key}: ${referencesToNames(value, fieldName)}`) : []);
    case "WebCall.responseMapping":
      return rows(thing.type === "WebCall" ? thing.responseMapping.map((item) => outputText(item, fieldName)) : []);
    case "Prediction.inputFields":
      return rows(thing.type === "Prediction" ? thing.inputFields.map((item) => inputText(item, fieldName)) : []);
    default:
      return single(plainText(thing, property, fieldName));
  }
}

function plainText(node: FlowNode, property: string, fieldName: FieldName): string {
  const value = plainOf(node, property);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (property === "resultField" || property === "scoreField") return text === "" ? "" : fieldName("Runtime", text);
  if (property === "scoredField" && (node.type === "RangeScore" || node.type === "ListScore")) {
    return text === "" ? "" : fieldName(node.scoredDatasource, text);
  }
  return referencesToNames(text, fieldName);
}

function reasonText(code: string): string {
  return code === "" ? "" : `, ${code}`;
}

function bandText(item: RangeScoreItem): string {
  const band = `${item.rangeFromIncludeExclude}${item.rangeFrom}, ${item.rangeTo}${item.rangeToIncludeExclude}`;
  return `${band} gives ${item.score}${reasonText(item.reasonCode)}`;
}

function valueText(item: ListScoreItem): string {
  return `${item.value} gives ${item.score}${reasonText(item.reasonCode)}`;
}

function outputText(item: OutputItem, fieldName: FieldName): string {
  return `${fieldName(outputSource(item), item.fieldName)} from ${item.param}`;
}

function inputText(item: PredictionInput, fieldName: FieldName): string {
  return `${item.name} from ${fieldName(item.datasource, item.fieldKey)}`;
}
