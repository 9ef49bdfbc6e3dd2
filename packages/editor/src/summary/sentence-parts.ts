/** Phrases that the sentences of several kinds share. */
import { setterText, type FieldName, type FieldSource, type SetterItem } from "@airlock/flow";

export function fieldPhrase(source: FieldSource, key: string, fieldName: FieldName): string {
  return key === "" ? "no field yet" : fieldName(source, key);
}

export function settersText(items: readonly SetterItem[], fieldName: FieldName): string {
  if (items.length === 0) return "nothing yet";
  const texts = items.map((item) => setterText(item, fieldName));
  return texts.length === 1 ? (texts[0] ?? "") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;
}

interface Score {
  readonly scoredDatasource: FieldSource;
  readonly scoredField: string;
  readonly defaultScore: string;
  readonly resultField: string;
}

export function scoreSentence(node: Score, rows: string, fieldName: FieldName): string {
  const scored = fieldPhrase(node.scoredDatasource, node.scoredField, fieldName);
  const otherwise = node.defaultScore === "" ? "" : `, ${node.defaultScore} points by default`;
  return `Scores ${scored} in ${rows}, adds to ${fieldPhrase("Runtime", node.resultField, fieldName)}${otherwise}.`;
}
