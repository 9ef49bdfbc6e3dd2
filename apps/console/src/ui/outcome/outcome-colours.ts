/** Outcomes and their colours, on every screen: in chips, charts and legends. */

type Token = `--al-${string}`;

export type OutcomeKind = "approve" | "refer" | "decline";

export interface OutcomeColour {
  readonly kind: OutcomeKind;
  readonly words: RegExp;
  readonly token: Token;
}

/** From good to bad. */
export const outcomeColours: readonly OutcomeColour[] = [
  { kind: "approve", words: /^(approved?|accept(ed)?)$/i, token: "--al-chart-3" },
  { kind: "refer", words: /^(refer(red)?|review)$/i, token: "--al-chart-1" },
  { kind: "decline", words: /^(declined?|reject(ed)?)$/i, token: "--al-chart-2" },
];

/** Undefined for a value that is not a well-known outcome. */
export function outcomeKind(value: string | number): OutcomeKind | undefined {
  const text = String(value).trim();
  return outcomeColours.find(({ words }) => words.test(text))?.kind;
}
