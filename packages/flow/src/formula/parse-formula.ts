import { limits } from "../limits.ts";
import type {
  ArithmeticOperator,
  BinaryOperator,
  ComparisonOperator,
  Formula,
  FormulaProblem,
  LogicOperator,
  TextRange,
} from "./formula.ts";
import { tokenize, type Token } from "./tokens.ts";

export type ParsedFormula = { readonly ok: true; readonly formula: Formula } | { readonly ok: false; readonly problem: FormulaProblem };

/** How tightly operators bind; greater is tighter. `not` binds between `and` and the comparisons, the sign tightest of all. */
const binds: Readonly<Record<LogicOperator | ComparisonOperator | ArithmeticOperator, number>> = {
  or: 1,
  and: 2,
  "=": 4,
  "!=": 4,
  "<": 4,
  "<=": 4,
  ">": 4,
  ">=": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "^": 7,
};
const notBinds = 3;
const comparisonBinds = 4;
const signBinds = 8;

export function bindingOf(operator: BinaryOperator | "not" | "negate"): number {
  return operator === "not" ? notBinds : operator === "negate" ? signBinds : binds[operator];
}

/** Parses a formula. Stops at the first problem: what follows it cannot be judged. */
export function parseFormula(text: string): ParsedFormula {
  if (text.length > limits.formulaLength) {
    const message = `A formula has at most ${limits.formulaLength} characters. Split it into several results.`;
    return { ok: false, problem: { code: "FORMULA_SYNTAX", from: limits.formulaLength, to: text.length, message } };
  }
  const { tokens, problem } = tokenize(text);
  const parser = new Parser(problem === undefined ? tokens : [...tokens, { kind: "end", text: "", from: problem.from, to: problem.to }]);
  try {
    const formula = parser.whole();
    return problem === undefined ? { ok: true, formula } : { ok: false, problem };
  } catch (failure) {
    if (!(failure instanceof Unparsable)) throw failure;
    // What cannot be read at all is the reason why something is missing there.
    return { ok: false, problem: problem !== undefined && parser.isAtEnd ? problem : failure.problem };
  }
}

class Unparsable extends Error {
  readonly problem: FormulaProblem;

  constructor({ from, to }: TextRange, message: string) {
    super(message);
    this.problem = { code: "FORMULA_SYNTAX", from, to, message };
  }
}

const keywords: ReadonlySet<string> = new Set(["and", "or", "not", "true", "false"]);

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Formula {
    if (this.#next.kind === "end") throw new Unparsable(this.#next, "Write a formula.");
    const formula = this.#expression(0);
    const rest = this.#next;
    if (rest.kind === "end") return formula;
    if (isSymbol(rest, ")")) throw new Unparsable(rest, "There is no ( before this ). Remove it.");
    if (isSymbol(rest, ",")) throw new Unparsable(rest, "A comma separates arguments of a function. Write a point in numbers: 1.5.");
    throw new Unparsable(rest, "Write an operator before this, such as + or and.");
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length - 1;
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", text: "", from: 0, to: 0 };
  }

  #take(): Token {
    const token = this.#next;
    this.#at += 1;
    return token;
  }

  #expression(least: number): Formula {
    this.#depth += 1;
    if (this.#depth > limits.formulaDepth) throw new Unparsable(this.#next, "This is nested too deeply. Split it into several results.");
    let left = this.#prefix(least);
    let isCompared = false;
    for (;;) {
      const operator = operatorOf(this.#next);
      if (operator === undefined || binds[operator] < least) break;
      if (binds[operator] === comparisonBinds && isCompared) {
        throw new Unparsable(this.#next, "Only two values can be compared. Join comparisons with and: a < b and b < c.");
      }
      this.#at += 1;
      const right = this.#expression(binds[operator] + 1);
      left = { kind: "binary", operator, left, right, from: left.from, to: right.to };
      isCompared = binds[operator] === comparisonBinds;
    }
    this.#depth -= 1;
    return left;
  }

  #prefix(least: number): Formula {
    const token = this.#take();
    const { from, to, text } = token;
    switch (token.kind) {
      case "number":
        return { kind: "number", text, from, to };
      case "text":
        return { kind: "text", value: text, from, to };
      case "field":
        return { kind: "field", source: token.source, key: text, from, to };
      case "name":
        return { kind: "name", name: text, from, to };
      case "word":
        return this.#word(token, least);
      case "symbol":
        if (text === "(") return this.#inParentheses(token);
        if (text === "-") {
          const operand = this.#expression(signBinds);
          return { kind: "negate", operand, from, to: operand.to };
        }
        throw new Unparsable(token, "A value is needed before this.");
      case "end":
        throw new Unparsable(token, "The formula ends where a value is needed.");
    }
  }

  #word(token: Token, least: number): Formula {
    const { text, from, to } = token;
    const keyword = text.toLowerCase();
    if (isSymbol(this.#next, "(") && keyword !== "not" && keyword !== "and" && keyword !== "or") return this.#call(token);
    if (!keywords.has(keyword)) return { kind: "name", name: text, from, to };
    if (keyword === "true" || keyword === "false") return { kind: "boolean", value: keyword === "true", from, to };
    if (keyword !== "not") {
      const hint = isSymbol(this.#next, "(") ? `Write ${keyword} between two conditions.` : "A value is needed before this.";
      throw new Unparsable(token, hint);
    }
    if (least > notBinds) throw new Unparsable(token, "Put not and what it negates in parentheses.");
    const operand = this.#expression(comparisonBinds);
    return { kind: "not", operand, from, to: operand.to };
  }

  #inParentheses(open: Token): Formula {
    const inside = this.#expression(0);
    if (!isSymbol(this.#next, ")")) throw this.#unclosed(open);
    this.#at += 1;
    return inside;
  }

  #call(name: Token): Formula {
    const open = this.#take();
    const args: Formula[] = [];
    if (!isSymbol(this.#next, ")")) {
      args.push(this.#expression(0));
      while (isSymbol(this.#next, ",")) {
        this.#at += 1;
        args.push(this.#expression(0));
      }
    }
    if (!isSymbol(this.#next, ")")) throw this.#unclosed(open);
    const { to } = this.#take();
    return { kind: "call", name: name.text, nameRange: { from: name.from, to: name.to }, args, from: name.from, to };
  }

  #unclosed(open: Token): Unparsable {
    const next = this.#next;
    return next.kind === "end"
      ? new Unparsable(open, "This ( is not closed. Add ).")
      : new Unparsable(next, "Write an operator, a comma or ) before this.");
  }
}

function isSymbol({ kind, text }: Token, symbol: string): boolean {
  return kind === "symbol" && text === symbol;
}

function operatorOf({ kind, text }: Token): BinaryOperator | undefined {
  const written = kind === "word" ? text.toLowerCase() : kind === "symbol" ? text : "";
  return Object.hasOwn(binds, written) ? (written as BinaryOperator) : undefined; // own keys of `binds` are the operators
}
