import { fieldNameIn } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import type { Fork } from "../document/fork.ts";
import { nodeTitleOf } from "../document/titles.ts";
import { conditionsText, type FlowLink } from "@airlock/flow";

export interface SentencePart {
  /** "Else if": styled differently from the rest. */
  readonly lead: string;
  readonly text: string;
}

/** A fork as a sentence: "If age < 18, go to Under age. Otherwise go to Total score." */
export function forkSentence(document: FlowDocument, { mode, branches, others }: Fork): readonly SentencePart[] {
  const fieldName = fieldNameIn(document);
  const target = (links: readonly FlowLink[]): string => links.map((link) => nodeTitleOf(document, link.target)).join(" and ");
  const otherwise = others.filter((link) => link.otherwise);
  const always = others.filter((link) => !link.otherwise);
  const again = mode === "first" ? "Else if" : "Also if";
  return [
    ...branches.map((link, index) => ({
      lead: index === 0 ? "If" : again,
      text: `${conditionsText(link.conditionFields, fieldName)}, go to ${target([link])}.`,
    })),
    ...(otherwise.length === 0 ? [] : [{ lead: "Otherwise", text: `go to ${target(otherwise)}.` }]),
    ...(always.length === 0 ? [] : [{ lead: "Always", text: `go to ${target(always)}.` }]),
  ];
}
