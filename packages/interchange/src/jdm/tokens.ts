import { NotConvertible } from "../expression/expression.ts";

export type Token =
  | { readonly kind: "number" | "word" | "symbol"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "end"; readonly text: "" };

const space = /\s+/y;
const number = /[0-9](?:[0-9_]*[0-9])?(?:\.[0-9]+|\.(?![.\p{L}_]))?(?:[eE][-+]?[0-9]+)?/uy;
const quoted = /"[^"]*"|'[^']*'/y;
const word = /[\p{L}_$#][\p{L}\p{N}_$#]*/uy;
const symbol = /\.\.|==|!=|<=|>=|\?\?|[-+*/%^()[\]<>=,.?:]/y;

/** Tokens of ZEN's expression language. Throws `NotConvertible` at templates and objects. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(source)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  while (at < source.length) {
    if (match(space) !== undefined) continue;
    const text = match(quoted);
    if (text !== undefined) {
      tokens.push({ kind: "text", text: text.slice(1, -1) });
      continue;
    }
    const found = tokenOf("number", match(number)) ?? tokenOf("word", match(word)) ?? tokenOf("symbol", match(symbol));
    if (found === undefined) throw new NotConvertible(refusal(source[at] ?? ""));
    tokens.push(found);
  }
  return [...tokens, { kind: "end", text: "" }];
}

function tokenOf(kind: "number" | "word" | "symbol", text: string | undefined): Token | undefined {
  return text === undefined ? undefined : { kind, text };
}

function refusal(character: string): string {
  if (character === "`") return "Airlock has no text templates.";
  if (character === "{") return "Airlock has no objects as values.";
  if (character === '"' || character === "'") return "A text has no end.";
  return `'${character}' has no meaning here.`;
}
