import type { FieldSource } from "../node-parts.ts";
import type { FormulaProblem, TextRange } from "./formula.ts";

/**
 * `word` is a name without brackets: a keyword, a function or a field. `name` is one in brackets, which is always a field. `field` has its
 * dataset before it: `runtime.score`.
 */
export type Token = TextRange &
  (
    | { readonly kind: "number" | "text" | "word" | "name" | "symbol" | "end"; readonly text: string }
    | { readonly kind: "field"; readonly text: string; readonly source: FieldSource }
  );

export interface Tokens {
  readonly tokens: readonly Token[];
  /** The first text that is not a token; the tokens end before it. */
  readonly problem: FormulaProblem | undefined;
}

const plainName = String.raw`[\p{L}\p{M}_][\p{L}\p{M}\p{N}_]*`;
const bracketedName = String.raw`\[(?:[^\]]|\]\])+\]`;
const space = /\s+/y;
const number = /[0-9]+(?:\.[0-9]+)?/y;
const text = /"(?:[^"]|"")*"/y;
const field = new RegExp(`(application|runtime)\\.(?:(${plainName})|(${bracketedName}))`, "iuy");
const word = new RegExp(plainName, "uy");
const bracketed = new RegExp(bracketedName, "uy");
const symbol = /<=|>=|!=|[-+*/^()<>=,]/y;

/** Notations of other languages, and what to write here. */
const elsewhere: readonly (readonly [RegExp, string])[] = [
  [/==/y, "Write = to compare."],
  [/<>/y, "Write != for not equal."],
  [/&&/y, "Write and."],
  [/\|\|/y, "Write or."],
  [/!/y, "Write not, or != for not equal."],
  [/;/y, "Separate arguments with a comma."],
  [/['‘’“”„]/y, 'Write texts in straight double quotes: "NL".'],
  [/[−–—]/y, "Write - for minus."],
  [/[×·]/y, "Write * to multiply."],
  [/[÷:]/y, "Write / to divide."],
  [/≤/y, "Write <=."],
  [/≥/y, "Write >=."],
  [/≠/y, "Write !=."],
  [/%/y, "Write 0.05 for 5 %."],
  [/"/y, 'This text has no end. Close it with ".'],
  [/\[/y, "This name has no end. Close it with ]."],
  [/\.[0-9]/y, "Write a digit before the point: 0.5."],
];

export function tokenize(source: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source) ?? undefined;
  };
  const problem = (message: string, length = 1): Tokens => ({
    tokens,
    problem: { code: "FORMULA_SYNTAX", from: at, to: Math.min(source.length, at + length), message },
  });
  while (at < source.length) {
    const foreign = match(/==|<>/y);
    const found = foreign === undefined ? (match(space) ?? tokenAt(match)) : undefined;
    if (found === undefined) {
      const known = elsewhere.find(([pattern]) => match(pattern) !== undefined);
      const length = known === undefined ? 1 : (match(known[0])?.[0].length ?? 1);
      const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
      return problem(
        known?.[1] ?? `'${character}' has no meaning in a formula. Remove it.`,
        known === undefined ? character.length : length,
      );
    }
    if ("token" in found) tokens.push({ ...found.token, from: at, to: at + found.length });
    else if (found[0].length === 0) return problem("This cannot be read.");
    at += "token" in found ? found.length : found[0].length;
    const last = tokens.at(-1);
    if (last?.kind === "number" && last.to === at && match(word) !== undefined) {
      at = last.from;
      return problem("A name that begins with a digit is written in brackets: [9lives].", last.to - last.from);
    }
  }
  tokens.push({ kind: "end", text: "", from: at, to: at });
  return { tokens, problem: undefined };
}

type Match = (pattern: RegExp) => RegExpExecArray | undefined;
type WithoutRange<Part> = Part extends unknown ? Omit<Part, keyof TextRange> : never;

function tokenAt(match: Match): { readonly token: WithoutRange<Token>; readonly length: number } | undefined {
  const qualified = match(field);
  if (qualified !== undefined) {
    const [all, dataset = "", plain, inBrackets = ""] = qualified;
    const source = dataset.toLowerCase() === "application" ? "Application" : "Runtime";
    return { token: { kind: "field", source, text: plain ?? unbracketed(inBrackets) }, length: all.length };
  }
  for (const [kind, pattern, read] of readers) {
    const found = match(pattern)?.[0];
    if (found !== undefined) return { token: { kind, text: read(found) }, length: found.length };
  }
  return undefined;
}

const asWritten = (found: string): string => found;
const unbracketed = (found: string): string => found.slice(1, -1).replaceAll("]]", "]");

const readers = [
  ["number", number, asWritten],
  ["text", text, (found: string): string => found.slice(1, -1).replaceAll('""', '"')],
  ["word", word, asWritten],
  ["name", bracketed, unbracketed],
  ["symbol", symbol, asWritten],
] as const;

const wholeName = new RegExp(`^${plainName}$`, "u");

/** Whether a name can be written without brackets behind its dataset. */
export function isPlainName(name: string): boolean {
  return wholeName.test(name);
}

export function bracketedText(name: string): string {
  return `[${name.replaceAll("]", "]]")}]`;
}
