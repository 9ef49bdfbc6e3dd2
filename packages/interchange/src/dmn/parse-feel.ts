/** FEEL, from the syntax trees of feelin. */
import { parseExpression, parseUnaryTests } from "feelin";
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

type Tree = ReturnType<typeof parseExpression>;
type SyntaxNode = Tree["topNode"];

/** Names may have spaces: the parser needs all that can occur. */
export type Names = Readonly<Record<string, unknown>>;

/** Throws `NotConvertible`. */
export function parseFeel(source: string, names: Names): Expression {
  const tree = parseExpression(source, names, undefined);
  const reader = new Reader(source, tree, names);
  const [only, ...others] = reader.children(tree.topNode);
  if (only === undefined || others.length > 0) throw new NotConvertible("This is not one FEEL expression.");
  return reader.expression(only);
}

/** A cell under an input column. Throws `NotConvertible`. */
export function parseFeelCell(source: string, names: Names): Cell {
  if (source.trim() === "") return { tests: "any", negated: false };
  const tree = parseUnaryTests(source, names, undefined);
  return new Reader(source, tree, names).cell(tree.topNode);
}

const deepest = 100;

class Reader {
  readonly #source: string;
  readonly #names: Names;
  #depth = 0;

  constructor(source: string, tree: Tree, names: Names) {
    this.#source = source;
    this.#names = names;
    tree.iterate({
      enter: ({ type, from }) => {
        if (type.isError) throw new NotConvertible(`This is not FEEL, at character ${from + 1}.`);
      },
    });
  }

  children(node: SyntaxNode): readonly SyntaxNode[] {
    const found: SyntaxNode[] = [];
    for (let child = node.firstChild; child !== null; child = child.nextSibling) found.push(child);
    return found;
  }

  #text(node: SyntaxNode): string {
    return this.#source.slice(node.from, node.to);
  }

  /** The parts that are expressions, without operators and brackets. */
  #operands(node: SyntaxNode): readonly SyntaxNode[] {
    return this.children(node).filter(({ name }) => (/^[A-Z]/.test(name) && !name.endsWith("Op")) || name === "null" || name === "?");
  }

  expression(node: SyntaxNode): Expression {
    this.#depth += 1;
    if (this.#depth > deepest) throw new NotConvertible("This is nested too deeply.");
    try {
      return this.#expression(node);
    } finally {
      this.#depth -= 1;
    }
  }

  #expression(node: SyntaxNode): Expression {
    switch (node.name) {
      case "NumericLiteral":
        return number(this.#text(node));
      case "StringLiteral":
        return { kind: "text", value: textValue(this.#text(node)) };
      case "BooleanLiteral":
        return { kind: "boolean", value: this.#text(node) === "true" };
      case "null":
        return { kind: "null" };
      case "?":
        return { kind: "self" };
      case "VariableName":
        return { kind: "path", parts: [nameText(this.#text(node))] };
      case "PathExpression":
        return this.#path(node);
      case "ParenthesizedExpression":
        return this.#only(node);
      case "ArithmeticExpression":
        return this.#arithmetic(node);
      case "Comparison":
        return this.#comparison(node);
      case "Conjunction":
        return this.#logic(node, "and");
      case "Disjunction":
        return this.#logic(node, "or");
      case "IfExpression": {
        const [condition, holds, otherwise] = this.#operands(node).map((part) => this.expression(part));
        if (condition === undefined || holds === undefined || otherwise === undefined) break;
        return { kind: "if", condition, holds, otherwise };
      }
      case "List":
        return { kind: "list", items: this.#operands(node).map((part) => this.expression(part)) };
      case "DateTimeLiteral":
        return this.#dateLiteral(node);
      case "FunctionInvocation":
        return this.#call(node);
    }
    throw new NotConvertible(`${phrases[node.name] ?? node.name} has no counterpart.`);
  }

  #only(node: SyntaxNode): Expression {
    const [only] = this.#operands(node);
    if (only === undefined) throw new NotConvertible("A value is missing here.");
    return this.expression(only);
  }

  #arithmetic(node: SyntaxNode): Expression {
    const operator = this.children(node).find(({ name }) => name === "ArithOp");
    const [left, right] = this.#operands(node).map((part) => this.expression(part));
    const symbol = operator === undefined ? "" : this.#text(operator);
    if (left !== undefined && right === undefined && symbol === "-") return { kind: "negate", operand: left };
    if (left === undefined || right === undefined) throw new NotConvertible("A value is missing here.");
    return { kind: "binary", operator: symbol === "**" ? "^" : (symbol as Operator), left, right }; // the grammar has these only
  }

  #logic(node: SyntaxNode, operator: "and" | "or"): Expression {
    const [left, right] = this.#operands(node).map((part) => this.expression(part));
    if (left === undefined || right === undefined) throw new NotConvertible("A value is missing here.");
    return { kind: "binary", operator, left, right };
  }

  #comparison(node: SyntaxNode): Expression {
    const parts = this.children(node);
    const [value, ...rest] = this.#operands(node);
    if (value === undefined) throw new NotConvertible("A value is missing here.");
    const left = this.expression(value);
    if (parts.some(({ name }) => name === "between")) {
      const [low, high] = rest.map((part) => this.expression(part));
      if (low === undefined || high === undefined) throw new NotConvertible("A value is missing here.");
      return {
        kind: "in",
        value: left,
        cell: { tests: [{ kind: "interval", low: { value: low, included: true }, high: { value: high, included: true } }], negated: false },
      };
    }
    if (parts.some(({ name }) => name === "in"))
      return { kind: "in", value: left, cell: { tests: rest.flatMap((part) => this.#tests(part)), negated: false } };
    const operator = parts.find(({ name }) => name === "CompareOp");
    const [right] = rest;
    if (operator === undefined || right === undefined) throw new NotConvertible("A value is missing here.");
    return { kind: "binary", operator: this.#text(operator) as CompareOperator, left, right: this.expression(right) }; // FEEL and we have the same
  }

  /** `date.year`, or a part of structured data. */
  #path(node: SyntaxNode): Expression {
    const [before, name] = this.#operands(node);
    if (before === undefined || name === undefined) throw new NotConvertible("A name is missing here.");
    const property = nameText(this.#text(name));
    const value = this.expression(before);
    const ofDate = ["year", "month", "day"].includes(property);
    if (value.kind === "path" && !(ofDate && this.#isPlain(value.parts))) return { kind: "path", parts: [...value.parts, property] };
    if (ofDate) return { kind: "call", name: property, args: [value] };
    throw new NotConvertible("Airlock has no structured values.");
  }

  /** Whether a name is known and has no parts: then it is not structured, but may be a date. */
  #isPlain(parts: readonly string[]): boolean {
    let value: unknown = this.#names;
    for (const part of parts) {
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return false;
      value = Reflect.get(value, part);
    }
    return value === null;
  }

  #dateLiteral(node: SyntaxNode): Expression {
    const text = this.#text(node);
    const literal = /^(?:@|date\s*\(\s*)"(\d{4}-\d{2}-\d{2})"\s*\)?$/u.exec(text)?.[1];
    if (literal !== undefined) return { kind: "date", text: literal };
    const parameters = this.children(node).find(({ name }) => name === "PositionalParameters");
    const args = parameters === undefined ? [] : this.#operands(parameters).map((part) => this.expression(part));
    if (/^date\s*\(/u.test(text) && args.length === 1 && args[0]?.kind === "path") return { kind: "call", name: "date", args };
    throw new NotConvertible("Airlock has days only: no times, and no durations.");
  }

  #call(node: SyntaxNode): Expression {
    const [callee, parameters] = this.children(node).filter(({ name }) => /^[A-Z]/.test(name));
    if (callee?.name !== "VariableName" || (parameters !== undefined && parameters.name !== "PositionalParameters")) {
      throw new NotConvertible("Parameters by name have no counterpart.");
    }
    const args = parameters === undefined ? [] : this.#operands(parameters).map((part) => this.expression(part));
    const feelName = nameText(this.#text(callee));
    const [first] = args;
    if (feelName === "not" && first !== undefined && args.length === 1) return { kind: "not", operand: first };
    const name = Object.hasOwn(functions, feelName) ? functions[feelName] : undefined;
    if (name === undefined) throw new NotConvertible(`The function ${feelName} has no counterpart.`);
    return { kind: "call", name, args };
  }

  cell(top: SyntaxNode): Cell {
    const parts = this.children(top);
    if (parts.some(({ name }) => name === "Wildcard")) return { tests: "any", negated: false };
    const tests = parts.filter(({ name }) => name === "PositiveUnaryTests").flatMap((part) => this.#tests(part));
    if (tests.length === 0) throw new NotConvertible("This is not a FEEL test.");
    return { tests, negated: parts.some(({ name }) => name === "not") };
  }

  #tests(node: SyntaxNode): readonly Test[] {
    switch (node.name) {
      case "PositiveUnaryTests":
      case "PositiveUnaryTest":
        return this.#operands(node).flatMap((part) => this.#tests(part));
      case "SimplePositiveUnaryTest": {
        const operator = this.children(node).find(({ name }) => name === "CompareOp");
        const [value] = this.#operands(node);
        if (value === undefined) throw new NotConvertible("A value is missing here.");
        if (operator === undefined) return this.#tests(value);
        return [{ kind: "compare", operator: this.#text(operator) as CompareOperator, value: this.expression(value) }];
      }
      case "Interval":
        return [this.#interval(node)];
      default:
        return [this.#value(node)];
    }
  }

  /** A value that the column is compared with, or a condition of its own. */
  #value(node: SyntaxNode): Test {
    const value = this.expression(node);
    if (value.kind === "list") throw new NotConvertible("Airlock has no lists as values.");
    const isCondition = contains(value, ({ kind }) => kind === "self");
    return isCondition ? { kind: "condition", condition: value } : { kind: "compare", operator: "=", value };
  }

  #interval(node: SyntaxNode): Test {
    const [low, high] = this.#operands(node).map((part) => this.expression(part));
    if (low === undefined || high === undefined) throw new NotConvertible("An end of this interval is missing.");
    const text = this.#text(node);
    const end = (value: Expression, included: boolean): End => ({ value, included });
    return { kind: "interval", low: end(low, text.startsWith("[")), high: end(high, text.endsWith("]")) };
  }
}

const functions: Readonly<Record<string, string>> = {
  abs: "abs",
  floor: "floor",
  ceiling: "ceiling",
  decimal: "roundHalfEven",
  "round half up": "round",
  "round up": "roundUp",
  "round down": "roundDown",
  modulo: "modulo",
  min: "min",
  max: "max",
  sum: "sum",
  "upper case": "upper",
  "lower case": "lower",
  "string length": "length",
  contains: "contains",
  "starts with": "startsWith",
  "ends with": "endsWith",
  today: "today",
};

const phrases: Readonly<Record<string, string>> = {
  ForExpression: "A loop",
  QuantifiedExpression: "some and every",
  FilterExpression: "A filter of a list",
  Context: "A context",
  FunctionDefinition: "A function",
  InstanceOfExpression: "instance of",
};

function number(text: string): Expression {
  const isNegative = text.startsWith("-");
  const literal: Expression = { kind: "number", text: isNegative ? text.slice(1).trim() : text };
  return isNegative ? { kind: "negate", operand: literal } : literal;
}

function textValue(quoted: string): string {
  const text = quoted
    .slice(1, -1)
    .replaceAll(escapeSequence, (_, character: string, half: string | undefined, whole: string | undefined) => {
      const digits = half ?? whole;
      if (digits === undefined) return escapes[character] ?? character;
      const value = Number.parseInt(digits, 16);
      return value > lastCodePoint ? "\0" : String.fromCodePoint(value);
    });
  if (text.includes("\0") || !text.isWellFormed()) throw new NotConvertible("This text has a character that Airlock cannot store.");
  return text;
}

/** Six digits are a character, four are a character or half of one. */
const escapeSequence = /\\(?:(["\\ntr])|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6}))/gu;
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };
const lastCodePoint = 0x10_ff_ff;

/** Spaces inside of a name do not matter. */
export function nameText(text: string): string {
  return text.trim().replaceAll(/\s+/gu, " ");
}
