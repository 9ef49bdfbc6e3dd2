import { fieldSources } from "@airlock/flow";
import { numberTypes } from "../../rules/field-rules.ts";
import { counted } from "../../document/titles.ts";
import { scoreSentence } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const rangeScore: EditorKind<"RangeScore"> = {
  kind: "RangeScore",
  group: "Scores",
  hint: "Points by number band",
  sentence: (node, fieldName) => scoreSentence(node, counted(node.ranges.length, "band"), fieldName),
  properties: {
    scoredDatasource: { label: "Source", input: "choice", choices: fieldSources },
    scoredField: { label: "Scored field", input: "field", source: "scoredDatasource", types: numberTypes },
    defaultScore: { label: "Default points", input: "number" },
    resultField: { label: "Result", input: "field", source: "Runtime", types: numberTypes },
  },
};
