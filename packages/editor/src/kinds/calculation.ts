import { numberTypes } from "../rules/field-rules.ts";
import type { EditorKind } from "./editor-kind.ts";

export const calculation: EditorKind<"Calculation"> = {
  kind: "Calculation",
  group: "Logic",
  hint: "Works out a number",
  properties: { resultField: { label: "Result", input: "field", source: "Runtime", types: numberTypes } },
};
