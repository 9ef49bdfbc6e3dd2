import { describe, expect, it } from "vitest";
import { arrangeLevels } from "./levels.ts";
import { Numbers } from "./numbers.ts";
import { Terms, type Term } from "./terms.ts";
import { largestFloat, type NumberValue } from "./value.ts";
import { writeQuery } from "./write-query.ts";
import type { WritingStyle } from "./write-term.ts";

const quick: WritingStyle = { step: "quick", models: new Map() };
const staging = { temporary: true, prefix: "s", levels: 10_000, tableEvery: 1, engine: "Memory" } as const;

/** x * y * y * ... with `times` factors, each product normalised. */
function chain(numbers: Numbers, times: number): { readonly result: NumberValue; readonly columns: ReadonlyMap<Term, string> } {
  const x = numbers.terms.column("number", "s0");
  const y = numbers.terms.column("number", "s1");
  const factor = numbers.float(y, false, largestFloat);
  let result = numbers.float(x, false, largestFloat);
  for (let i = 0; i < times; i += 1) result = numbers.multiply(result, factor, "Float").value;
  const columns = new Map([
    [x, "x"],
    [y, "y"],
  ]);
  return { result, columns };
}

function lengthOf(times: number): number {
  const { result, columns } = chain(new Numbers(new Terms()), times);
  const levels = arrangeLevels([result.term], [], quick);
  const source = { table: { name: "t" }, key: "id", columns, limit: undefined, range: undefined };
  return writeQuery(source, levels, new Map([["r0", result.term]]), quick, staging).sql.length;
}

describe("levels", () => {
  it("keep the text in proportion to the flow: what is used often is written once", () => {
    const [ten, twenty, eighty] = [lengthOf(10), lengthOf(20), lengthOf(80)];
    expect(twenty / ten).toBeLessThan(2.2);
    expect(eighty / ten).toBeLessThan(9);
  });

  it("work a column out before it is read, and forget it after its last reader", () => {
    const { result, columns } = chain(new Numbers(new Terms()), 12);
    const { levels, lastRead } = arrangeLevels([result.term], [], quick);
    const placed = new Map(levels.flatMap((terms, index) => terms.map((term) => [term, index + 1] as const)));
    for (const [term, level] of placed) expect(lastRead.get(term)).toBeGreaterThan(level);
    for (const column of columns.keys()) expect(lastRead.get(column)).toBeGreaterThanOrEqual(1);
    expect(new Set(placed.values()).size).toBe(levels.length);
  });

  it("share a term that is used twice", () => {
    const numbers = new Numbers(new Terms());
    const { result } = chain(numbers, 1);
    expect(chain(numbers, 1).result.term).toBe(result.term);
  });
});

describe("terms", () => {
  const terms = new Terms();
  const flag = terms.compare("less", terms.column("number", "x"), terms.number(1));

  it("are folded with the arithmetic of doubles", () => {
    expect(terms.operate("plus", terms.number(0.1), terms.number(0.2))).toBe(terms.number(0.1 + 0.2));
    expect(terms.compare("equals", terms.missing, terms.missing)).toBe(terms.never);
    expect(terms.number(-0)).toBe(terms.number(0));
  });

  it("know what is always and never so", () => {
    expect(terms.and(flag, terms.always)).toBe(flag);
    expect(terms.and(flag, terms.never)).toBe(terms.never);
    expect(terms.and(flag, terms.not(flag))).toBe(terms.never);
    expect(terms.or(flag, terms.not(flag))).toBe(terms.always);
    expect(terms.or(flag, flag)).toBe(flag);
    expect(terms.not(terms.not(flag))).toBe(flag);
    expect(terms.choose(flag, terms.always, terms.never)).toBe(flag);
  });

  it("choose nothing where there is nothing to choose", () => {
    const [one, two] = [terms.number(1), terms.number(2)];
    expect(terms.choose(flag, one, one)).toBe(one);
    const branches = [
      { when: terms.never, gives: two },
      { when: terms.always, gives: one },
      { when: flag, gives: two },
    ];
    expect(terms.chooseFirst(branches, two)).toBe(one);
  });
});
