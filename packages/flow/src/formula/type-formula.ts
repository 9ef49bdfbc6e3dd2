import type { FlowList } from "../lists/flow-list.ts";
import type { FieldSource } from "../node-parts.ts";
import { readFloatText, readIntegerText, type NumberTextProblem } from "../number-text.ts";
import { typeCall } from "./type-call.ts";
import type { BinaryOperator, Formula, FormulaProblem, FormulaType, TextRange } from "./formula.ts";
import { parseFormula } from "./parse-formula.ts";
import type { TypedFormula } from "./typed-formula.ts";
import { aFormulaType, isNumber, type Typing } from "./typing.ts";

/** The fields and lists that a formula may read. */
export interface FormulaScope {
  readonly type: (source: FieldSource, key: string) => FormulaType | undefined;
  readonly list: (name: string) => FlowList | undefined;
}

export type FormulaTyped =
  | {
      readonly ok: true;
      readonly formula: TypedFormula;
      /** Whether it uses the day of the execution. */
      readonly usesToday: boolean;
    }
  | { readonly ok: false; readonly problems: readonly [FormulaProblem, ...FormulaProblem[]] };

/** Parses a stored formula and finds the type of every part. */
export function typeFormula(text: string, scope: FormulaScope): FormulaTyped {
  const parsed = parseFormula(text);
  if (!parsed.ok) return { ok: false, problems: [parsed.problem] };
  const typing = new FormulaTyping(scope);
  const formula = typing.type(parsed.formula);
  const [first, ...others] = typing.problems;
  if (first !== undefined) return { ok: false, problems: [first, ...others] };
  if (formula === undefined) throw new Error("A formula without problems has a type");
  return { ok: true, formula, usesToday: typing.usesToday };
}

const numberProblems: Readonly<Record<NumberTextProblem, string>> = {
  notANumber: "This is not a number. Write digits, like 18 or 2.5.",
  notAnInteger: "This is not a whole number.",
  tooLarge: "This number is too large to be exact. An Integer goes up to 9,007,199,254,740,991, a Float stays below 1,000,000,000,000,000.",
  tooManyDigits: "This number has more digits than are kept. Use at most 15, and at most 12 after the point.",
};

class FormulaTyping implements Typing {
  readonly problems: FormulaProblem[] = [];
  usesToday = false;
  readonly #scope: FormulaScope;

  constructor(scope: FormulaScope) {
    this.#scope = scope;
  }

  list(name: string): FlowList | undefined {
    return this.#scope.list(name);
  }

  report({ from, to }: TextRange, message: string, code: FormulaProblem["code"] = "FORMULA_TYPE"): undefined {
    this.problems.push({ code, from, to, message });
    return undefined;
  }

  type(formula: Formula): TypedFormula | undefined {
    switch (formula.kind) {
      case "number":
        return this.#number(formula, formula.text);
      case "text":
        return { kind: "literal", type: "String", value: formula.value };
      case "boolean":
        return { kind: "literal", type: "Boolean", value: formula.value };
      case "field": {
        const { source, key } = formula;
        const type = this.#scope.type(source, key);
        return type === undefined ? this.report(formula, "There is no such field.", "FORMULA_NAME") : { kind: "field", type, source, key };
      }
      case "name":
        return this.report(formula, unknownNameText(formula.name), "FORMULA_NAME");
      case "negate": {
        const operand = this.type(formula.operand);
        if (operand === undefined) return undefined;
        const { type } = operand;
        return isNumber(type) ? { kind: "negate", type, operand } : this.#notA("a number", formula.operand, operand);
      }
      case "not": {
        const operand = this.condition(formula.operand);
        return operand && { kind: "not", type: "Boolean", operand };
      }
      case "binary":
        return this.#binary(formula.operator, formula.left, formula.right, formula);
      case "call":
        return typeCall(formula, this);
    }
  }

  condition(formula: Formula): TypedFormula | undefined {
    const typed = this.type(formula);
    if (typed === undefined || typed.type === "Boolean") return typed;
    return this.#notA("a condition, such as age >= 18", formula, typed);
  }

  #number(range: TextRange, text: string): TypedFormula | undefined {
    const isWhole = !text.includes(".");
    const read = isWhole ? readIntegerText(text) : readFloatText(text);
    if (!read.ok) return this.report(range, numberProblems[read.problem]);
    return { kind: "literal", type: isWhole ? "Integer" : "Float", value: read.value };
  }

  #notA(wanted: string, range: TextRange, { type }: TypedFormula): undefined {
    return this.report(range, `This is ${aFormulaType[type]}, but ${wanted} is needed.`);
  }

  #binary(operator: BinaryOperator, first: Formula, second: Formula, range: TextRange): TypedFormula | undefined {
    if (operator === "and" || operator === "or") {
      const [left, right] = [this.condition(first), this.condition(second)];
      return left && right && { kind: "logic", type: "Boolean", operator, left, right };
    }
    const [left, right] = [this.type(first), this.type(second)];
    if (left === undefined || right === undefined) return undefined;
    if (operator === "+" || operator === "-" || operator === "*" || operator === "/" || operator === "^") {
      for (const [range, side] of [[first, left] as const, [second, right] as const]) {
        if (side.type === "Date") return this.report(range, "A Date cannot be calculated with. Use addDays, addMonths or daysBetween.");
        if (!isNumber(side.type)) return this.#notA("a number", range, side);
      }
      if (operator === "/" && right.kind === "literal" && right.value === 0) return this.report(second, "This divides by zero.");
      const isWhole = left.type === "Integer" && right.type === "Integer" && operator !== "/" && operator !== "^";
      return { kind: "arithmetic", type: isWhole ? "Integer" : "Float", operator, left, right };
    }
    const areAlike = left.type === right.type || (isNumber(left.type) && isNumber(right.type));
    if (!areAlike)
      return this.report(range, `${capitalised(aFormulaType[left.type])} cannot be compared with ${aFormulaType[right.type]}.`);
    if (operator !== "=" && operator !== "!=" && (left.type === "String" || left.type === "Boolean")) {
      return this.report(range, `${left.type} values have no order. Compare them with = or !=.`);
    }
    return { kind: "comparison", type: "Boolean", operator, left, right };
  }
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function unknownNameText(name: string): string {
  return `There is no field ${name}. Choose a field, or write application or runtime before a name that both have: runtime.${name}.`;
}
