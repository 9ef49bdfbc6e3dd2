import {
  calculationText,
  conditionsText,
  nodeSummary,
  referencesToNames,
  setterText,
  type FieldName,
  type FlowNode,
  type SetterItem,
} from "@airlock/flow";
import { fieldNameIn } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { counted } from "../document/titles.ts";

/** All that a node does, as a sentence: under its editor, and for those who listen to the diagram. */
export function nodeSentence(document: FlowDocument, node: FlowNode): string {
  const name = fieldNameIn(document);
  const runtime = (key: string): string => (key === "" ? "no field yet" : name("Runtime", key));
  switch (node.type) {
    case "Start":
      return "The decision begins here.";
    case "End":
      return "The decision ends here.";
    case "EasyRule":
      if (node.conditionFields.length === 0) return "No condition yet.";
      return `If ${conditionsText(node.conditionFields, name)}, then ${settersText(node.thenFields, name)}.`;
    case "SetState":
      return node.setFields.length === 0 ? "Sets nothing yet." : `Sets ${settersText(node.setFields, name)}.`;
    case "Calculation":
      if (node.calculations.some((item) => item.fieldKey === "")) return "No formula yet.";
      return `${runtime(node.resultField)} is ${calculationText(node.calculations, name)}.`;
    case "RangeScore":
      return scoreText(name, node, counted(node.ranges.length, "band"), runtime(node.resultField));
    case "ListScore":
      return scoreText(name, node, counted(node.values.length, "value"), runtime(node.resultField));
    case "WebCall":
      return node.url === ""
        ? "No address yet."
        : `${node.method} ${referencesToNames(node.url, name)}, ${outputsText(node.responseMapping.length)}.`;
    case "Prediction":
      return `${nodeSummary(node, name)}.`;
  }
}

function settersText(items: readonly SetterItem[], name: FieldName): string {
  if (items.length === 0) return "nothing yet";
  const texts = items.map((item) => setterText(item, name));
  return texts.length === 1 ? (texts[0] ?? "") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

function scoreText(
  name: FieldName,
  node: { readonly scoredDatasource: "Application" | "Runtime"; readonly scoredField: string; readonly defaultScore: string },
  rows: string,
  result: string,
): string {
  const scored = node.scoredField === "" ? "no field yet" : name(node.scoredDatasource, node.scoredField);
  const otherwise = node.defaultScore === "" ? "" : `, ${node.defaultScore} points by default`;
  return `Scores ${scored} in ${rows}, adds to ${result}${otherwise}.`;
}

function outputsText(count: number): string {
  return count === 0 ? "keeps nothing of the answer" : `keeps ${counted(count, "value")} of the answer`;
}
