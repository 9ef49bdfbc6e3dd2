import { reasonCodesIn, type Definition } from "@airlock/flow";

export interface ReasonRow {
  readonly code: string;
  readonly text: string;
  /** No node gives the code any more. */
  readonly isUnused: boolean;
}

/** Codes of the nodes in alphabetical order, then codes that only have a text. */
export function reasonRows(definition: Definition): readonly ReasonRow[] {
  const used = reasonCodesIn(definition).toSorted(byCode);
  const texts = definition.reasonTexts ?? {};
  const row = (code: string) => ({ code, text: reasonTextOf(texts, code), isUnused: !used.includes(code) });
  return [
    ...used,
    ...Object.keys(texts)
      .filter((code) => !used.includes(code))
      .toSorted(byCode),
  ].map(row);
}

/** R2 before R10. */
function byCode(one: string, other: string): number {
  return one.localeCompare(other, "en", { numeric: true });
}

/** Empty where the code has none. */
export function reasonTextOf(texts: Readonly<Record<string, string>> | undefined, code: string): string {
  return texts !== undefined && Object.hasOwn(texts, code) ? (texts[code] ?? "") : "";
}
