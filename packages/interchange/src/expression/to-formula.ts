/** Expressions as formulas of Airlock. */
import { printFormula, typeFormula, type FieldType, type Formula } from "@airlock/flow";
import type { Field } from "../flow/fields.ts";
import { NotConvertible, type Cell, type CompareOperator, type Expression, type Test } from "./expression.ts";
import { typeOf, type Scope } from "./types.ts";
import { withSelf } from "./walk.ts";

export interface FormulaContext {
  readonly scope: Scope;
  /** The expression of the column, where a cell refers to it. */
  readonly self?: Expression;
}

/** A formula as it is stored, of the wanted type where one is given. Throws `NotConvertible`. */
export function formulaText(expression: Expression, context: FormulaContext, wanted?: FieldType): string {
  const fields = new Map<string, Field>();
  const scope: Scope = (parts) => {
    const field = context.scope(parts);
    if (field !== undefined) fields.set(`${field.source} ${field.key}`, field);
    return field;
  };
  const text = printFormula(toFormula(expression, { ...context, scope }));
  const typed = typeFormula(text, {
    type: (source, key) => fields.get(`${source} ${key}`)?.type ?? "String",
    list: () => undefined,
  });
  if (!typed.ok) throw new NotConvertible(typed.problems[0].message);
  if (wanted !== undefined && typed.formula.type !== wanted) throw new NotConvertible(`This is a ${typed.formula.type}, not a ${wanted}.`);
  return text;
}

const range = { from: 0, to: 0 };
const call = (name: string, ...args: readonly Formula[]): Formula => ({ kind: "call", name, nameRange: range, args, ...range });
const binary = (operator: Extract<Formula, { kind: "binary" }>["operator"], left: Formula, right: Formula): Formula => ({
  kind: "binary",
  operator,
  left,
  right,
  ...range,
});
const not = (operand: Formula): Formula => ({ kind: "not", operand, ...range });
const truth = (value: boolean): Formula => ({ kind: "boolean", value, ...range });

function toFormula(expression: Expression, context: FormulaContext): Formula {
  const visit = (part: Expression): Formula => toFormula(part, context);
  switch (expression.kind) {
    case "number":
      return { kind: "number", text: plainNumber(expression.text), ...range };
    case "text":
      return { kind: "text", value: expression.value, ...range };
    case "boolean":
      return truth(expression.value);
    case "date":
      return call("date", { kind: "text", value: expression.text, ...range });
    case "null":
      throw new NotConvertible("A formula has no null. Compare with it, or give a value instead.");
    case "path": {
      const field = context.scope(expression.parts);
      if (field?.isSet !== true)
        throw new NotConvertible(`${expression.parts.join(".")} has no value here: no node before this one sets it.`);
      return { kind: "field", source: field.source, key: field.key, ...range };
    }
    case "self":
      if (context.self === undefined) throw new NotConvertible("There is no column that this refers to.");
      return visit(context.self);
    case "negate":
      return { kind: "negate", operand: visit(expression.operand), ...range };
    case "not":
      return not(visit(expression.operand));
    case "binary":
      return toBinary(expression, context);
    case "if":
      return call("if", visit(expression.condition), visit(expression.holds), visit(expression.otherwise));
    case "call":
      return toCall(expression, context);
    case "list":
      throw new NotConvertible("Airlock has no lists as values.");
    case "in":
      return cellFormula(expression.cell, { ...context, self: tested(expression.value, context.self) });
  }
}

function toBinary({ operator, left, right }: Extract<Expression, { kind: "binary" }>, context: FormulaContext): Formula {
  const visit = (part: Expression): Formula => toFormula(part, context);
  const nullOf = (one: Expression, other: Expression): Formula | undefined =>
    other.kind === "null" ? call("isMissing", visit(one)) : undefined;
  switch (operator) {
    case "=":
    case "!=": {
      const missing = nullOf(left, right) ?? nullOf(right, left);
      if (missing !== undefined) return operator === "=" ? missing : not(missing);
      return binary(operator, visit(left), visit(right));
    }
    case "??":
      return call("ifMissing", visit(left), visit(right));
    case "%": {
      const [dividend, divisor] = [visit(left), visit(right)];
      return binary("-", dividend, binary("*", divisor, call("roundDown", binary("/", dividend, divisor))));
    }
    case "+":
      if ([left, right].some((part) => typeOf(part, context.scope, undefined, context.self) === "String"))
        throw new NotConvertible("Airlock has no function that joins texts.");
      return binary(operator, visit(left), visit(right));
    case "<":
    case "<=":
    case ">":
    case ">=":
      if ([left, right].some((part) => typeOf(part, context.scope, undefined, context.self) === "String"))
        throw new NotConvertible("Texts have no order in Airlock.");
      return binary(operator, visit(left), visit(right));
    default:
      return binary(operator, visit(left), visit(right));
  }
}

function tested(value: Expression, self: Expression | undefined): Expression {
  const inner = withSelf(value, self);
  if (inner === undefined) throw new NotConvertible("A test of a calculated value inside of a cell has no counterpart.");
  return inner;
}

/** The names that the parsers of both languages give to functions with a counterpart, and how many arguments they take. */
const functions: Readonly<Record<string, readonly [min: number, max: number]>> = {
  abs: [1, 1],
  round: [1, 2],
  roundHalfEven: [1, 2],
  roundUp: [1, 2],
  roundDown: [1, 2],
  floor: [1, 1],
  ceiling: [1, 1],
  lower: [1, 1],
  upper: [1, 1],
  trim: [1, 1],
  length: [1, 1],
  contains: [2, 2],
  startsWith: [2, 2],
  endsWith: [2, 2],
  isMissing: [1, 1],
  ifMissing: [2, 2],
  today: [0, 0],
  year: [1, 1],
  month: [1, 1],
  day: [1, 1],
};

function toCall({ name, args }: Extract<Expression, { kind: "call" }>, context: FormulaContext): Formula {
  const visit = (part: Expression): Formula => toFormula(part, context);
  const [first] = args;
  switch (name) {
    case "min":
    case "max": {
      const values = first?.kind === "list" && args.length === 1 ? first.items : args;
      const [only] = values;
      if (only === undefined) break;
      return values.length === 1 ? visit(only) : call(name, ...values.map(visit));
    }
    case "sum": {
      const values = first?.kind === "list" && args.length === 1 ? first.items : args;
      if (values.length === 0) break;
      return values.map(visit).reduce((total, value) => binary("+", total, value));
    }
    case "modulo": {
      const [dividend, divisor] = args.map(visit);
      if (dividend === undefined || divisor === undefined) break;
      return binary("-", dividend, binary("*", divisor, call("floor", binary("/", dividend, divisor))));
    }
    case "date":
      // A text becomes a Date field: see `typeOf`.
      if (first?.kind === "path" && typeOf(first, context.scope) === "Date") return visit(first);
      break;
    default: {
      const counts = Object.hasOwn(functions, name) ? functions[name] : undefined;
      if (counts !== undefined && args.length >= counts[0] && args.length <= counts[1]) return call(name, ...args.map(visit));
    }
  }
  throw new NotConvertible(`The function ${name} with ${args.length} arguments has no counterpart.`);
}

/** Whether the value of the column passes the cell. */
function cellFormula({ tests, negated }: Cell, context: FormulaContext): Formula {
  if (tests === "any") return truth(true);
  const formulas = tests.map((test) => testFormula(test, context));
  const [first = truth(false), ...rest] = formulas;
  const holds = rest.reduce((left, right) => binary("or", left, right), first);
  return negated ? not(holds) : holds;
}

function testFormula(test: Test, context: FormulaContext): Formula {
  const compared = (operator: CompareOperator, value: Expression): Formula =>
    toFormula({ kind: "binary", operator, left: { kind: "self" }, right: value }, context);
  switch (test.kind) {
    case "compare":
      return compared(test.operator, test.value);
    case "interval": {
      const { low, high } = test;
      return binary("and", compared(low.included ? ">=" : ">", low.value), compared(high.included ? "<=" : "<", high.value));
    }
    case "condition":
      return toFormula(test.condition, context);
    case "every": {
      const [first = truth(true), ...rest] = test.tests.map((one) => testFormula(one, context));
      return rest.reduce((left, right) => binary("and", left, right), first);
    }
  }
}

/** Without a point at an end, an exponent or separators. */
function plainNumber(text: string): string {
  const value = Number(text.replaceAll("_", ""));
  const plain = String(value);
  if (!Number.isFinite(value) || plain.includes("e")) throw new NotConvertible(`${text} is not a number that Airlock can hold.`);
  return plain;
}
