import { fieldSources, fieldTypes } from "@airlock/flow";
import { numberTypes } from "../../rules/field-rules.ts";
import { counted } from "../../document/titles.ts";
import { scoreSentence } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const listScore: EditorKind<"ListScore"> = {
  kind: "ListScore",
  group: "Scores",
  hint: "Points by text value",
  sentence: (node, fieldName) => scoreSentence(node, counted(node.values.length, "value"), fieldName),
  properties: {
    scoredDatasource: { label: "Source", input: "choice", choices: fieldSources },
    scoredField: { label: "Scored field", input: "field", source: "scoredDatasource", types: fieldTypes },
    defaultScore: { label: "Default points", input: "number" },
    resultField: { label: "Result", input: "field", source: "Runtime", types: numberTypes },
  },
};
