export interface Mutant {
  /** Relative to packages/engine/src. */
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Replacements, each a mistake that a developer could make. */
const changes: readonly (readonly [RegExp, (found: string) => string | undefined])[] = [
  [/ (===|!==|<=|>=|<|>) /g, (found) => turned[found.trim()] && ` ${turned[found.trim()]} `],
  [/ (&&|\|\|) /g, (found) => (found === " && " ? " || " : " && ")],
  [/ (\+|-|\*|\/) /g, (found) => ({ " + ": " - ", " - ": " + ", " * ": " / ", " / ": " * " })[found]],
  [/\b(true|false)\b/g, (found) => (found === "true" ? "false" : "true")],
  [/(?<=[([ ])!(?=[a-z(#])/g, () => ""],
  // Not after ??: such a value only satisfies the TypeScript compiler and is never used.
  [/(?<![\w.$"'`]|\?\? )\d+(\.\d+)?(e\d+)?(?![\w.])/g, (found) => (found === "0" ? "1" : String(Number(found) + 1))],
  [/"[A-Z_]{4,}"/g, () => '"MUTANT"'],
  [/\bif \((?=.*\) (return|state|take|throw|for|problems|told))/g, () => "if (false && "],
  [/ \?\? (?!NaN|""|0\b|-1\b|\[\])/g, () => " && "],
];
const turned: Readonly<Record<string, string>> = { "===": "!==", "!==": "===", "<=": "<", ">=": ">", "<": "<=", ">": ">=" };

/** Lines without effect at run time: imports, types, comments. */
const silent = /^\s*(import|export type|export \{|\*|\/\*|\/\/|readonly |\| |type |interface |export interface|declare)/;

export function findMutants(file: string, source: string): readonly Mutant[] {
  const mutants: Mutant[] = [];
  let offset = 0;
  for (const [index, line] of source.split("\n").entries()) {
    if (!silent.test(line)) {
      const code = withoutSentences(line.replace(/ \/\/ .*$/, ""));
      for (const [pattern, change] of changes) {
        for (const match of code.matchAll(pattern)) {
          const to = change(match[0]);
          if (to === undefined || isType(code, match.index)) continue;
          mutants.push({ file, line: index + 1, offset: offset + match.index, from: match[0], to, text: line.trim() });
        }
      }
    }
    offset += line.length + 1;
  }
  return mutants;
}

/** Sentences of messages, replaced by as many letters: a number in an example is not behaviour. */
function withoutSentences(code: string): string {
  return code.replaceAll(/"[^"]*"/g, (text) => (text.includes(" ") ? `"${"x".repeat(text.length - 2)}"` : text));
}

/** Inside a generic or an annotation, where the compiler and not a test would notice. */
function isType(code: string, at: number): boolean {
  const before = code.slice(0, at);
  return (
    /(as|satisfies) [A-Z][\w<>, |]*$/.test(before) ||
    /: readonly .*$/.test(before) ||
    /^\s*(export )?(function|const) .*\): [^=]*$/.test(before)
  );
}
