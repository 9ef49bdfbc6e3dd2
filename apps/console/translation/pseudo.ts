import { messageParts, messageText } from "./message.ts";

const plain = "aAbcCdDeEgGhHiIjkKlLnNoOrRsStTuUwWyYzZ";
const accented = "áÁƀçÇđĐéÉĝĜĥĤíÍĵķĶļĻñÑóÓŕŔšŠţŢúÚŵŴýÝžŽ";

/** Marks the beginning and the end of each pseudo-language text, so that a cut-off or a composed text is seen. */
const pseudoMarks = { begin: "⟦", end: "⟧" } as const;

/**
 * A message in the pseudo-language: readable, every word with accents, at least 30 % longer, and in brackets. White space and
 * icons at the ends stay outside them. What is added has breaks like words.
 */
export function pseudoMessage(message: string): string {
  const parts = messageParts(message).map((part) =>
    part.kind === "text" ? { ...part, text: part.text.replaceAll(/[a-z]/gi, (letter) => accented[plain.indexOf(letter)] ?? letter) } : part,
  );
  const letters = parts.reduce((count, part) => count + (part.kind === "text" ? part.text.trim().length : 0), 0);
  const text = messageText(parts);
  const [, before = "", middle = "", after = ""] = /^((?:\s|<\d+\/>)*)(.*?)((?:\s|<\d+\/>)*)$/su.exec(text) ?? [];
  // The brackets count too.
  const padding = "~".repeat(Math.max(0, Math.ceil(letters * 0.3) - 2)).replaceAll(/~{5}(?=~)/g, "~~~~ ");
  return `${before}${pseudoMarks.begin}${middle}${padding}${pseudoMarks.end}${after}`;
}
