import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const root = new URL("../../", import.meta.url).pathname;
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");

describe("SPEC.md", () => {
  const rules = Array.from(read("packages/engine/SPEC.md").matchAll(/^- \*\*\[([A-Z]{2}\d+)\]\*\*/gm), ([, id = ""]) => id);

  it("numbers its rules without gaps or repeats", () => {
    expect(rules.length).toBeGreaterThan(60);
    expect(new Set(rules).size).toBe(rules.length);
    for (const [index, rule] of rules.entries()) {
      const previous = rules[index - 1];
      const isFirst = previous === undefined || previous.slice(0, 2) !== rule.slice(0, 2);
      expect(Number(rule.slice(2)), rule).toBe(isFirst ? 1 : Number(previous.slice(2)) + 1);
    }
  });

  it("has a test for every rule whose name cites it, and no test cites a rule that is not there", () => {
    const cited = new Set<string>();
    for (const file of globSync("tests/engine/rules/*.test.ts", { cwd: root })) {
      for (const [, name = ""] of read(file).matchAll(/^\s*it\("([^"]*)"/gm)) {
        for (const [, rule = ""] of name.matchAll(/\[([A-Z]{2}\d+)\]/g)) cited.add(rule);
      }
    }
    expect(rules.filter((rule) => !cited.has(rule))).toEqual([]);
    expect([...cited].filter((rule) => !rules.includes(rule))).toEqual([]);
  });
});
