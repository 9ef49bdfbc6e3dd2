/**
 * The intermediate representation of the SQL: shared terms (hash consing). The same call with the same arguments is always the same object,
 * so that equality is identity and a term used twice can become one column. Constants are folded here and never left to the database, which
 * folds `0.1 + 0.2 = 0.3` differently.
 */

/** A number is a Float64 and NaN when missing; a flag is 0 or 1; a count is a small unsigned integer; a list is an array of counts. */
export type TermType = "number" | "flag" | "text" | "count" | "list";

export type Term =
  | { readonly kind: "column"; readonly id: number; readonly type: TermType; readonly name: string }
  | { readonly kind: "literal"; readonly id: number; readonly type: TermType; readonly value: number | string | boolean }
  | { readonly kind: "call"; readonly id: number; readonly type: TermType; readonly name: string; readonly args: readonly Term[] };

export type Call = Extract<Term, { readonly kind: "call" }>;

/**
 * A missing text is this one character, which no well-formed text contains: it is a byte that is invalid in UTF-8. So a plain comparison
 * finds a missing text equal to a missing text and to nothing else, as NaN does for numbers. In JavaScript it is an unpaired surrogate,
 * which no text of ours contains either; the writer turns it into the byte.
 */
export const missingText = "\uDFFF";

type Folding = (...values: readonly number[]) => number | boolean;

/** Exactly JavaScript's operations on doubles; those of ClickHouse are the same. */
const foldings: Readonly<Record<string, Folding>> = {
  plus: (a = NaN, b = NaN) => a + b,
  minus: (a = NaN, b = NaN) => a - b,
  multiply: (a = NaN, b = NaN) => a * b,
  divide: (a = NaN, b = NaN) => a / b,
  abs: (a = NaN) => Math.abs(a),
  sqrt: (a = NaN) => Math.sqrt(a),
  floor: (a = NaN) => Math.floor(a),
  less: (a = NaN, b = NaN) => a < b,
  lessOrEquals: (a = NaN, b = NaN) => a <= b,
  greater: (a = NaN, b = NaN) => a > b,
  greaterOrEquals: (a = NaN, b = NaN) => a >= b,
  equals: (a = NaN, b = NaN) => a === b,
  notEquals: (a = NaN, b = NaN) => a !== b,
};

export type Comparator = "less" | "lessOrEquals" | "greater" | "greaterOrEquals" | "equals" | "notEquals";

export interface Branch {
  readonly when: Term;
  readonly gives: Term;
}

export class Terms {
  readonly #known = new Map<string, Term>();
  readonly always: Term;
  readonly never: Term;
  readonly missing: Term;
  readonly missingText: Term;

  constructor() {
    this.always = this.#literal("flag", true);
    this.never = this.#literal("flag", false);
    this.missing = this.number(NaN);
    this.missingText = this.text(missingText);
  }

  column(type: TermType, name: string): Term {
    return this.#share(`column ${type} ${name}`, (id) => ({ kind: "column", id, type, name }));
  }

  number(value: number): Term {
    return this.#literal("number", value + 0); // -0 never appears in a flow
  }

  text(value: string): Term {
    return this.#literal("text", value);
  }

  count(value: number): Term {
    return this.#literal("count", value);
  }

  flag(value: boolean): Term {
    return value ? this.always : this.never;
  }

  call(type: TermType, name: string, ...args: readonly Term[]): Term {
    return this.#share(`call ${type} ${name} ${args.map(({ id }) => id).join(" ")}`, (id) => ({ kind: "call", id, type, name, args }));
  }

  /** One of the plain double operations. */
  operate(name: "plus" | "minus" | "multiply" | "divide" | "abs" | "sqrt" | "floor", ...args: readonly Term[]): Term {
    const folded = fold(name, args);
    return typeof folded === "number" ? this.number(folded) : this.call("number", name, ...args);
  }

  compare(name: Comparator, left: Term, right: Term): Term {
    if (left.kind === "literal" && right.kind === "literal" && left.type === "text") {
      return this.flag((left.value === right.value) === (name === "equals"));
    }
    const folded = fold(name, [left, right]);
    return typeof folded === "boolean" ? this.flag(folded) : this.call("flag", name, left, right);
  }

  not(flag: Term): Term {
    if (flag.kind === "literal") return this.flag(flag.value !== true);
    if (flag.kind === "call" && flag.name === "not") return flag.args[0] ?? flag;
    return this.call("flag", "not", flag);
  }

  and(...flags: readonly Term[]): Term {
    return this.#join("and", flags, this.always, this.never);
  }

  or(...flags: readonly Term[]): Term {
    return this.#join("or", flags, this.never, this.always);
  }

  choose(flag: Term, then: Term, otherwise: Term): Term {
    return this.chooseFirst([{ when: flag, gives: then }], otherwise);
  }

  /** The first branch whose flag holds. */
  chooseFirst(branches: readonly Branch[], otherwise: Term): Term {
    const open: Branch[] = [];
    let last = otherwise;
    for (const branch of branches) {
      if (branch.when === this.never) continue;
      if (branch.when === this.always) {
        last = branch.gives;
        break;
      }
      open.push(branch);
    }
    while (open.at(-1)?.gives === last) open.pop();
    const [first] = open;
    if (first === undefined) return last;
    if (open.length > 1) return this.call(last.type, "multiIf", ...open.flatMap(({ when, gives }) => [when, gives]), last);
    if (last.type === "flag" && first.gives === this.always) return this.or(first.when, last);
    if (last.type === "flag" && last === this.never) return this.and(first.when, first.gives);
    return this.call(last.type, "if", first.when, first.gives, last);
  }

  #join(name: "and" | "or", flags: readonly Term[], neutral: Term, deciding: Term): Term {
    const open = [...new Set(flags)].filter((flag) => flag !== neutral);
    if (open.includes(deciding) || open.some((flag) => open.includes(this.not(flag)))) return deciding;
    const [first] = open;
    if (first === undefined) return neutral;
    return open.length === 1 ? first : this.call("flag", name, ...open);
  }

  #literal(type: TermType, value: number | string | boolean): Term {
    return this.#share(`literal ${type} ${String(value)}`, (id) => ({ kind: "literal", id, type, value }));
  }

  #share(key: string, make: (id: number) => Term): Term {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const term = make(this.#known.size);
    this.#known.set(key, term);
    return term;
  }
}

function fold(name: string, args: readonly Term[]): number | boolean | undefined {
  const values = args.flatMap((arg) => (arg.kind === "literal" && typeof arg.value === "number" ? [arg.value] : []));
  return values.length === args.length ? foldings[name]?.(...values) : undefined;
}
