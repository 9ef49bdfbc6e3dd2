import { parseSync } from "vite";
import type { Prose } from "./count-words.ts";

/** The prose of a Markdown page: without code blocks, code spans and targets of links. */
export function markdownProse(text: string): readonly Prose[] {
  let isCode = false;
  return text.split("\n").flatMap((line, index) => {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isCode = !isCode;
    if (isFence || isCode) return [];
    return [{ text: line.replaceAll(/`[^`]*`/g, "``").replaceAll(/\]\([^)]*\)/g, "]"), line: index + 1 }];
  });
}

/** A string with its quotes, or a comment; strings come first so that `"https://…"` is none. */
const tokens = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const sqlTokens = /'(?:[^'\n]|'')*'|--[^\n]*/g;

/** The comments of a TypeScript, CSS or SQL file, line by line. */
export function commentProse(text: string, file: string): readonly Prose[] {
  const [pattern, begin] = file.endsWith(".sql") ? [sqlTokens, "--"] : [tokens, "/"];
  return [...text.matchAll(pattern)]
    .filter(([token]) => token.startsWith(begin))
    .flatMap(({ 0: token, index }) => proseLines(text, token, index));
}

/**
 * Texts that a user may read: strings with several words, and text between JSX tags. Strings in an import or a test of equality have no
 * spaces, so they do not count.
 */
export function screenProse(text: string): readonly Prose[] {
  const strings = [...text.matchAll(tokens)].filter(([token]) => /^["'`]/.test(token) && /\w \w/.test(token));
  const withoutComments = text.replaceAll(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  const elements = [...withoutComments.matchAll(/>([^<>{}=;]*\w \w[^<>{}=;]*)[<{]|\}([^<>{}=;()]*\w \w[^<>{}=;()]*)</g)];
  return [...strings, ...elements].flatMap(({ 0: token, index }) => proseLines(text, token, index));
}

/** The identifiers of a file, split into their words: `mostTries` is two. */
export function identifierProse(text: string): readonly Prose[] {
  const codeOnly = text.replaceAll(tokens, (token) => (/^[/"']/.test(token) ? token.replaceAll(/[^\n]/g, " ") : token));
  return codeOnly.split("\n").map((line, index) => ({
    text: line.replaceAll(/[^\w$]+/g, " ; ").replaceAll(/([a-z\d])([A-Z])/g, "$1 $2"),
    line: index + 1,
  }));
}

/** Each use of a whole name as an identifier. Parsed, because most names that are replaced are words of texts too. */
export function usesOf(name: string): (text: string, file: string) => readonly Prose[] {
  return (text, file) => {
    if (!text.includes(name)) return [];
    const { program, errors } = parseSync(file, text);
    if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
    // The key and the value of `{ name }` begin at the same character.
    const starts = new Set<number>();
    const visit = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      if ("name" in node && node.name === name && "start" in node) starts.add(Number(node.start));
      for (const child of Object.values(node)) visit(child);
    };
    visit(program);
    return [...starts]
      .toSorted((one, other) => one - other)
      .map((start) => ({ text: name, line: text.slice(0, start).split("\n").length }));
  };
}

function proseLines(text: string, token: string, index: number): readonly Prose[] {
  const first = text.slice(0, index).split("\n").length;
  return token
    .split("\n")
    .map((line, offset) => ({ text: line.replaceAll(/`[^`]*`/g, (code) => (token.startsWith("/") ? "``" : code)), line: first + offset }));
}
