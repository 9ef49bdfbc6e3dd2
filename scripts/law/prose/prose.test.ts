import { describe, expect, it } from "vitest";
import { judge, lowered } from "./ceilings.ts";
import { findWords } from "./count-words.ts";
import { commentProse, identifierProse, markdownProse, screenProse, usesOf } from "./extract.ts";
import { identifierWords } from "./words.ts";

const wordsIn = (text: string, ...allowed: readonly string[]) => findWords([{ text, line: 1 }], allowed).map(({ word }) => word);

describe("words with a standard term", () => {
  it("are found whole and in any case", () => {
    expect(wordsIn("Whoever asked was told.")).toEqual(["told", "asked", "Whoever"]);
    expect(wordsIn("understands, masked, stands for, standard, stand-alone is stand")).toEqual(["stand", "stand"]);
  });
  it("are found as phrases", () => {
    expect(wordsIn("It is worked out once more and held against the other.")).toEqual(["once more", "worked out", "held against"]);
  });
  it("are allowed by name", () => {
    expect(wordsIn("Nobody asks.", "nobody")).toEqual(["asks"]);
  });
});

describe("prose", () => {
  const linesOf = (prose: readonly { readonly text: string; readonly line: number }[], word: string) =>
    prose.filter(({ text }) => text.includes(word)).map(({ line }) => line);

  it("of Markdown is without code and targets of links", () => {
    expect(linesOf(markdownProse("told\n`told`\n```\ntold\n```\n[x](told.md)\ntold"), "told")).toEqual([1, 7]);
  });
  it("of a source file is its comments", () => {
    const text = `// told\nconst told = "// told"; // told\n/**\n * told\n * \`told\`\n */\n`;
    expect(linesOf(commentProse(text, "a.ts"), "told")).toEqual([1, 2, 4]);
    expect(linesOf(commentProse("select '-- told'; -- told\n/ told", "a.sql"), "told")).toEqual([1]);
  });
  it("of a screen is its strings with several words and the text of its elements", () => {
    const text = `// is told\nconst a = "is told";\nconst b = "told";\nreturn <p title="told">\n  It is told {a} as told to\n</p>;\nconst c = \`is told \${a}\`;`;
    expect(linesOf(screenProse(text), "told")).toEqual([2, 7, 5, 5]);
  });
  it("of identifiers is their parts", () => {
    const find = (text: string) => findWords(identifierProse(text), [], identifierWords).map(({ word }) => word);
    expect(find("const mostTries = whatWasTold(asked, almost); // told\nmost(1)")).toEqual(["Told", "asked", "most"]);
  });
  it("of a name is each of its uses in code", () => {
    const text = [
      `import { most, type A } from "most"; // most`,
      `const a = { most, mostTries: "most", almost: \`most \${most}\`, "most": 1 };`,
      `function b({ most = 1 }: { readonly most?: number }, c = /most/): (most: A) => [most: A] {`,
      `  return <p most={a.most}>Is most</p>;`,
      `}`,
    ];
    expect(usesOf("most")(text.join("\n"), "a.tsx").map(({ line }) => line)).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4]);
    expect(usesOf("most")("class A {\n  readonly #most = 1;\n}", "a.ts")).toEqual([{ text: "most", line: 2 }]);
    expect(usesOf("most")(`const a = "at most";`, "a.ts")).toEqual([]);
    expect(() => usesOf("most")("const most most", "a.ts")).toThrow("a.ts: ");
  });
});

describe("ceilings", () => {
  it("are broken by a count above, and by any count of an area without one", () => {
    expect(
      judge({ a: 2, b: 3, c: 1, d: 0 }, { a: 2, b: 2 })
        .filter(({ isOver }) => isOver)
        .map(({ name }) => name),
    ).toEqual(["b", "c"]);
  });
  it("are only ever lowered", () => {
    expect(lowered({ a: 1, b: 3 }, { a: 2, b: 2, gone: 5 })).toEqual({ a: 1, b: 2 });
  });
});
