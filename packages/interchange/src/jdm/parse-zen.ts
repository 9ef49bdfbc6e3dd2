/** Parses the expression language of ZEN, and the cells of its tables. */
import {
  NotConvertible,
  type Cell,
  type CompareOperator,
  type End,
  type Expression,
  type Operator,
  type Test,
} from "../expression/expression.ts";
import { contains } from "../expression/walk.ts";
import { tokensOf, type Token } from "./tokens.ts";

/** Throws `NotConvertible`. */
export function parseZen(source: string): Expression {
  const parser = new Parser(source);
  const expression = parser.expression();
  parser.end();
  return expression;
}

/** A cell under an input column. Throws `NotConvertible`. */
export function parseZenCell(source: string): Cell {
  if (source.trim() === "") return { tests: "any", negated: false };
  if (source.trim() === "-") throw new NotConvertible("ZEN never matches -: any value is an empty cell.");
  const parser = new Parser(source);
  const cell = parser.cell();
  parser.end();
  return cell;
}

/** From loose to tight, as ZEN has them. Comparisons and equality have one rank. */
const ranks: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  "==": 3,
  "!=": 3,
  "<": 3,
  "<=": 3,
  ">": 3,
  ">=": 3,
  in: 3,
  not: 3,
  "+": 4,
  "-": 4,
  "*": 5,
  "/": 5,
  "%": 5,
  "^": 6,
  "??": 7,
};
const comparison = 3;
const deepest = 100;
const neverMatches = "ZEN never matches this cell: not takes a condition. Write != or not in.";
const isMissing: Test = { kind: "compare", operator: "=", value: { kind: "null" } };

const comparisons: Readonly<Record<string, CompareOperator>> = { "==": "=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=" };
const functionNames: Readonly<Record<string, string>> = {
  ceil: "ceiling",
  trunc: "roundDown",
  len: "length",
  d: "date",
};
/** Names of Airlock's functions that ZEN does not have. */
const ownNames = new Set(["isMissing", "ifMissing", "ceiling", "length", "roundDown", "roundUp", "roundHalfEven", "modulo", "today"]);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#tokens = tokensOf(source);
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", text: "" };
  }

  #is(text: string): boolean {
    return (this.#next.kind === "symbol" || this.#next.kind === "word") && this.#next.text === text;
  }

  #takes(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at += 1;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) throw this.#unexpected(text);
  }

  #unexpected(wanted?: string): NotConvertible {
    const found = this.#next.kind === "end" ? "the end" : `'${this.#next.text}'`;
    return new NotConvertible(`ZEN cannot read this at ${found}${wanted === undefined ? "" : `, where '${wanted}' is expected`}.`);
  }

  end(): void {
    if (this.#next.kind !== "end") throw this.#unexpected();
  }

  expression(): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new NotConvertible("This is nested too deeply.");
    const condition = this.#binary(0);
    this.#depth -= 1;
    if (!this.#takes("?")) return condition;
    const holds = this.expression();
    this.#expect(":");
    return { kind: "if", condition, holds, otherwise: this.expression() };
  }

  #binary(least: number): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new NotConvertible("This is nested too deeply.");
    const expression = this.#operations(least);
    this.#depth -= 1;
    return expression;
  }

  #operations(least: number): Expression {
    let left = this.#unary();
    for (;;) {
      const { kind, text } = this.#next;
      const rank = kind === "symbol" || kind === "word" ? ranks[text] : undefined;
      if (rank === undefined || rank < least || (text === "not" && !this.#isNotIn())) return left;
      this.#at += 1;
      if (text === "in" || text === "not") {
        if (text === "not") this.#expect("in");
        left = { kind: "in", value: left, cell: this.#membership(text === "not") };
      } else {
        // Powers are read from the right.
        const right = this.#binary(text === "^" ? rank : rank + 1);
        left = { kind: "binary", operator: text === "==" ? "=" : (text as Operator), left, right }; // a key of ranks
      }
    }
  }

  #isNotIn(): boolean {
    const after = this.#tokens[this.#at + 1];
    return after?.kind === "word" && after.text === "in";
  }

  /** What follows `in`: a list or an interval. */
  #membership(negated: boolean): Cell {
    const interval = this.#interval();
    // ZEN cannot compare a missing value with an interval, so neither holds.
    if (interval !== undefined) return { tests: negated ? [interval, isMissing] : [interval], negated };
    const list = this.#unary();
    if (list.kind !== "list") throw new NotConvertible("Airlock has no lists as values: write the values after in.");
    return { tests: list.items.map((value): Test => ({ kind: "compare", operator: "=", value })), negated };
  }

  #unary(): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new NotConvertible("This is nested too deeply.");
    try {
      if (this.#takes("-")) return { kind: "negate", operand: this.#unary() };
      if (this.#takes("+")) return this.#unary();
      if (this.#takes("not")) return { kind: "not", operand: this.#unary() };
      return this.#postfix(this.#primary());
    } finally {
      this.#depth -= 1;
    }
  }

  #primary(): Expression {
    const token = this.#next;
    this.#at += 1;
    if (token.kind === "number") return { kind: "number", text: token.text };
    if (token.kind === "text") return { kind: "text", value: token.text };
    if (token.kind === "word") return this.#wordly(token.text);
    if (token.text === "(") {
      const inner = this.expression();
      this.#expect(")");
      return inner;
    }
    if (token.text === "[") return { kind: "list", items: this.#items("]") };
    this.#at -= 1;
    throw this.#unexpected();
  }

  #wordly(word: string): Expression {
    if (word === "true" || word === "false") return { kind: "boolean", value: word === "true" };
    if (word === "null") return { kind: "null" };
    if (this.#takes("(")) return zenCall(word, this.#items(")"));
    if (word === "$" && !this.#is(".")) return { kind: "self" };
    return { kind: "path", parts: [word] };
  }

  #items(close: string): readonly Expression[] {
    const items: Expression[] = [];
    if (this.#takes(close)) return items;
    do items.push(this.expression());
    while (this.#takes(","));
    this.#expect(close);
    return items;
  }

  #postfix(start: Expression): Expression {
    let value = start;
    for (;;) {
      if (this.#is("[") && value.kind !== "number") throw new NotConvertible("Airlock has no lists as values.");
      if (!this.#takes(".")) return value;
      const { kind, text } = this.#next;
      if (kind !== "word") throw this.#unexpected();
      this.#at += 1;
      if (this.#takes("(")) value = zenCall(text, [value, ...this.#items(")")]);
      else if (value.kind === "path") value = { kind: "path", parts: [...value.parts, text] };
      else throw new NotConvertible("Airlock has no objects as values.");
    }
  }

  /** `[1..5)`, also with the outward brackets, which ZEN reads as everything outside; undefined and nothing read where it is none. */
  #interval(): Test | undefined {
    const from = this.#at;
    const open = this.#next.text;
    if (this.#next.kind !== "symbol" || !["[", "(", "]"].includes(open)) return undefined;
    this.#at += 1;
    try {
      const low = this.#binary(comparison + 1);
      if (this.#takes("..")) {
        const high = this.#binary(comparison + 1);
        const close = this.#next.text;
        if (close !== "]" && close !== ")" && close !== "[") throw this.#unexpected("]");
        this.#at += 1;
        if ((open === "]") !== (close === "[")) throw new NotConvertible("An interval opens and closes in the same way.");
        return open === "]"
          ? { kind: "condition", condition: outside(low, high) }
          : { kind: "interval", low: end(low, open), high: end(high, close) };
      }
    } catch (error) {
      if (!(error instanceof NotConvertible)) throw error;
      // Only what has two points is an interval.
      if (this.#tokens.slice(from, this.#at).some(({ text }) => text === "..")) throw error;
    }
    this.#at = from;
    return undefined;
  }

  cell(): Cell {
    if (this.#is("in") || (this.#is("not") && this.#isNotIn())) {
      const negated = this.#takes("not");
      this.#expect("in");
      const cell = this.#membership(negated);
      if (this.#next.kind === "end") return cell;
      throw this.#unexpected();
    }
    const tests: Test[] = [];
    do tests.push(...this.#alternatives());
    while (this.#takes(","));
    // ZEN compares in this order, and stops at a comparison that it cannot make.
    const first = tests.findIndex(failsWithoutValue);
    if (first !== -1) tests.splice(first, tests.length, ...tests.slice(first).filter((test) => !isNull(test)));
    const [only] = tests;
    // Everything but one value.
    if (tests.length === 1 && only?.kind === "compare" && only.operator === "!=") {
      return { tests: [{ ...only, operator: "=" }], negated: true };
    }
    return { tests, negated: false };
  }

  #alternatives(): readonly Test[] {
    const tests = [this.#conjunction()];
    while (this.#takes("or")) tests.push(this.#conjunction());
    return tests;
  }

  #conjunction(): Test {
    const tests = [this.#test()];
    while (this.#takes("and")) tests.push(this.#test());
    const [only] = tests;
    return tests.length === 1 && only !== undefined ? only : { kind: "every", tests };
  }

  #test(): Test {
    const operator = this.#next.kind === "symbol" ? comparisons[this.#next.text] : undefined;
    if (operator !== undefined) {
      this.#at += 1;
      return { kind: "compare", operator, value: this.#binary(comparison + 1) };
    }
    const interval = this.#interval();
    if (interval !== undefined) return interval;
    const value = this.#binary(comparison);
    // ZEN compares the column with the result of `not`.
    if (value.kind === "not" && value.operand.kind === "boolean") {
      return { kind: "compare", operator: "=", value: { kind: "boolean", value: !value.operand.value } };
    }
    if (value.kind === "not" && value.operand.kind === "self") throw new NotConvertible(neverMatches);
    if (isCondition(value)) return { kind: "condition", condition: guarded(value) };
    if (value.kind === "not") throw new NotConvertible(neverMatches);
    if (value.kind === "call" && value.name !== "date") throw new NotConvertible("A function without $ in a cell has no counterpart.");
    return { kind: "compare", operator: "=", value };
  }
}

function zenCall(name: string, args: readonly Expression[]): Expression {
  const [first] = args;
  if ((name === "date" || name === "d") && first?.kind === "text" && args.length === 1) {
    if (/^\d{4}-\d{2}-\d{2}$/.test(first.value)) return { kind: "date", text: first.value };
    throw new NotConvertible("Airlock has days only: a date is written YYYY-MM-DD, without a time.");
  }
  if (["min", "max", "sum"].includes(name) && (args.length !== 1 || first?.kind !== "list")) {
    throw new NotConvertible(`ZEN's ${name} takes one list. Only a list that is written out can be converted.`);
  }
  // The names of our own functions mean nothing in ZEN.
  if (ownNames.has(name)) throw new NotConvertible(`ZEN has no function ${name}.`);
  return { kind: "call", name: Object.hasOwn(functionNames, name) ? (functionNames[name] ?? name) : name, args };
}

function isNull(test: Test): boolean {
  return test.kind === "compare" && test.value.kind === "null";
}

/** Whether ZEN stops at this test where there is no value, so that the cell does not match. */
function failsWithoutValue(test: Test): boolean {
  if (test.kind === "compare") return test.operator !== "=" && test.operator !== "!=";
  return test.kind !== "condition" || !handlesNull(test.condition);
}

function handlesNull(condition: Expression): boolean {
  return contains(condition, (part) => part.kind === "null" || (part.kind === "binary" && part.operator === "??"));
}

/** What ZEN cannot compute without a value does not hold, also behind `not`. */
function guarded(condition: Expression): Expression {
  const cannotCompute = (part: Expression): boolean =>
    part.kind === "call" || (part.kind === "binary" && !["=", "!=", "and", "or", "??"].includes(part.operator));
  const isRisky = contains(condition, (part) => part.kind === "not" && contains(part.operand, cannotCompute));
  if (!isRisky || handlesNull(condition)) return condition;
  const present: Expression = { kind: "binary", operator: "!=", left: { kind: "self" }, right: { kind: "null" } };
  return { kind: "binary", operator: "and", left: present, right: condition };
}

function isCondition(value: Expression): boolean {
  if (value.kind === "in") return true;
  if (value.kind === "binary") return Object.values(comparisons).some((operator) => operator === value.operator);
  return value.kind !== "self" && contains(value, ({ kind }) => kind === "self");
}

const end = (value: Expression, bracket: string): End => ({ value, included: bracket === "[" || bracket === "]" });

function outside(low: Expression, high: Expression): Expression {
  const compared = (operator: CompareOperator, right: Expression): Expression => ({
    kind: "binary",
    operator,
    left: { kind: "self" },
    right,
  });
  return { kind: "binary", operator: "or", left: compared("<=", low), right: compared(">=", high) };
}
