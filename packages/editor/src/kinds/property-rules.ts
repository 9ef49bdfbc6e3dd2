import { limits, type FieldSource, type FlowNode } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { whyNotField } from "../rules/field-rules.ts";
import { grouped, refusal, type Refusal } from "../rules/refusal.ts";
import { whyNotNumber, whyNotText } from "../rules/text-rules.ts";
import type { PropertyInput, SourceProperty } from "./editor-kind.ts";

/** Why a property of a node cannot have this value; `node` has all changes of the same edit already. */
export function whyNotValue(document: FlowDocument, node: FlowNode, input: PropertyInput, value: unknown): Refusal | undefined {
  switch (input.input) {
    case "field":
      return typeof value === "string"
        ? whyNotField(document, fieldSourceOf(node, input.source), value, input.types)
        : refusal("FIELD_GONE");
    case "number":
      return typeof value === "string" ? whyNotNumber(value, limits.literalLength) : refusal("NOT_NUMBER_TEXT");
    case "whole":
      return typeof value === "number" && Number.isInteger(value) && value >= input.min && value <= input.max
        ? undefined
        : refusal("NUMBER_RANGE", { min: grouped(input.min), max: grouped(input.max) });
    case "text":
    case "references":
      return typeof value === "string" ? whyNotText(value, input.longest) : refusal("TEXT_UNSTORABLE");
    case "choice":
      return typeof value === "string" && input.choices.includes(value)
        ? undefined
        : refusal("NOT_A_CHOICE", { choices: input.choices.join(", ") });
  }
}

/** The source of a field property's field. */
export function fieldSourceOf(node: FlowNode, source: FieldSource | SourceProperty): FieldSource {
  if (source === "Application" || source === "Runtime") return source;
  return Reflect.get(node, source) === "Runtime" ? "Runtime" : "Application";
}
