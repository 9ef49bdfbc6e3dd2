import { fieldReference, type FieldType, type FlowList, type FormulaItem, type FormulaType } from "@airlock/flow";
import { literalOf, plain, valueOf } from "./generate-values.ts";
import type { Random } from "./random.ts";
import type { SourcedField, Surroundings } from "./surroundings.ts";

/** Consecutive results; later ones read what earlier ones set. */
export function generateFormulas(random: Random, around: Surroundings): readonly FormulaItem[] {
  const readable = [...around.readable];
  return Array.from({ length: random.between(1, 3) }, (): FormulaItem => {
    const target = random.pick(around.writable);
    const type = target.type === "Float" && random.chance(0.3) ? "Integer" : target.type;
    const formula = new Formulas(random, { ...around, readable }).write(type, random.between(1, 4));
    if (!readable.includes(target)) readable.push(target);
    return { resultField: target.key, formula };
  });
}

/** One formula of this type. */
export function formulaOf(type: FormulaType, random: Random, around: Surroundings): string {
  return new Formulas(random, around).write(type, random.between(1, 3));
}

type Writer = (depth: number) => string;

/** Formulas of a wanted type over some fields, with every operator and function of the language. */
class Formulas {
  readonly #random: Random;
  readonly #fields: readonly SourcedField[];
  readonly #hasToday: boolean;
  readonly #lists: readonly FlowList[];

  constructor(random: Random, { readable, hasToday, lists }: Pick<Surroundings, "readable" | "hasToday" | "lists">) {
    this.#hasToday = hasToday;
    this.#random = random;
    this.#fields = readable;
    this.#lists = lists;
  }

  #list({ name, keyType }: FlowList, depth: number): string {
    return `${this.write(keyType, depth)}, "${name.replaceAll('"', '""')}"`;
  }

  write(type: FormulaType, depth: number): string {
    if (depth <= 0 || this.#random.chance(0.15)) return this.#leaf(type);
    if (this.#lists.length > 0 && this.#random.chance(0.2)) {
      const list = this.#random.pick(this.#lists);
      const column = list.columns.find((one) => one.type === type);
      if (column !== undefined) return `lookup(${this.#list(list, depth - 1)}, "${column.name}")`;
      if (type === "Boolean") return `inList(${this.#list(list, depth - 1)})`;
    }
    return this.#random.pick(this.#writers[type])(depth - 1);
  }

  #leaf(type: FormulaType): string {
    const fields = this.#fields.filter((field) => field.type === type);
    if (fields.length > 0 && this.#random.chance(0.65)) {
      const { source, key } = this.#random.pick(fields);
      return fieldReference(source, key);
    }
    if (type === "Boolean") return this.#random.pick(["true", "false"]);
    if (type === "Date") {
      if (this.#hasToday && this.#random.chance(0.5)) return "today()";
      return this.#random.chance(0.3) ? `date(${this.#leaf("String")})` : `date("${this.#random.pick(days)}")`;
    }
    if (type === "String") return `"${literalOf("String", this.#random).replaceAll('"', '""')}"`;
    return this.#number(type);
  }

  /** The language has no signed literals; these are written with the operator. */
  #number(type: FieldType): string {
    const value = Number(valueOf(type, this.#random));
    const inForm = type === "Float" && Math.abs(value) >= 1e15 ? 1 : value;
    const text = plain(Math.abs(inForm));
    const written = type === "Float" && !text.includes(".") ? `${text}.0` : text;
    return inForm < 0 ? `(-${written})` : written;
  }

  /** Small numbers mostly keep dates in the calendar and powers below the limit. */
  #small(depth: number): string {
    return this.#random.chance(0.8) ? `(${this.#random.between(-400, 400)})` : this.write("Integer", depth);
  }

  #operation(type: FormulaType, operators: readonly string[], depth: number): string {
    const operator = this.#random.pick(operators);
    if (operator === "^") return `(${this.write(type, depth)}) ^ ${this.#random.pick(["2", "3", "0", "(-1)", "0.5", "1.5"])}`;
    const right = this.write(type, depth);
    // The validator refuses a literal zero as a divisor.
    const divisor = operator === "/" && Number(right) === 0 ? "4" : right;
    return this.#random.pick([
      `(${this.write(type, depth)} ${operator} ${divisor})`,
      `${this.write(type, depth)} ${operator} (${divisor})`,
    ]);
  }

  #shared(type: FormulaType): readonly Writer[] {
    return [
      (depth) => `if(${this.write("Boolean", depth)}, ${this.write(type, depth)}, ${this.write(type, depth)})`,
      (depth) => `ifMissing(${this.write(type, depth)}, ${this.write(type, depth)})`,
    ];
  }

  #least(type: FormulaType, depth: number): string {
    const args = Array.from({ length: this.#random.between(2, 3) }, () => this.write(type, depth));
    return `${this.#random.pick(["min", "max"])}(${args.join(", ")})`;
  }

  #compared(type: FormulaType, operators: readonly string[], depth: number): string {
    return `(${this.write(type, depth)}) ${this.#random.pick(operators)} (${this.write(type, depth)})`;
  }

  readonly #writers: Readonly<Record<FormulaType, readonly Writer[]>> = {
    Integer: [
      ...this.#shared("Integer"),
      (depth) => this.#operation("Integer", ["+", "-", "*"], depth),
      (depth) => this.#operation("Integer", ["+", "-", "*"], depth),
      (depth) => `-(${this.write("Integer", depth)})`,
      (depth) => `abs(${this.write("Integer", depth)})`,
      (depth) => this.#least("Integer", depth),
      (depth) => `${this.#random.pick(roundings)}(${this.write("Float", depth)})`,
      (depth) => `${this.#random.pick(["floor", "ceiling"])}(${this.write("Float", depth)})`,
      (depth) => `length(${this.write("String", depth)})`,
      (depth) => `${this.#random.pick(["year", "month", "day"])}(${this.write("Date", depth)})`,
      (depth) =>
        `${this.#random.pick(["daysBetween", "monthsBetween", "yearsBetween"])}(${this.write("Date", depth)}, ${this.write("Date", depth)})`,
    ],
    Float: [
      ...this.#shared("Float"),
      (depth) => this.#operation("Float", ["+", "-", "*", "/", "^"], depth),
      (depth) => this.#operation("Float", ["+", "-", "*", "/"], depth),
      (depth) => `(${this.write("Integer", depth)}) / (${this.write("Float", depth)})`,
      (depth) => `${this.write("Integer", depth)} * ${this.#leaf("Float")}`,
      (depth) => `-(${this.write("Float", depth)})`,
      (depth) => `abs(${this.write("Float", depth)})`,
      (depth) => this.#least("Float", depth),
      (depth) => `max(${this.write("Integer", depth)}, ${this.write("Float", depth)})`,
      (depth) => `if(${this.write("Boolean", depth)}, ${this.write("Integer", depth)}, ${this.write("Float", depth)})`,
      (depth) => `${this.#random.pick(roundings)}(${this.write("Float", depth)}, ${this.#random.between(1, 12)})`,
      (depth) => `${this.#random.pick(roundings)}(${this.write("Float", depth)}, 2)`,
    ],
    String: [...this.#shared("String"), (depth) => `${this.#random.pick(["lower", "upper", "trim"])}(${this.write("String", depth)})`],
    Boolean: [
      ...this.#shared("Boolean"),
      (depth) => this.#compared(this.#random.pick(["Integer", "Float", "Date"]), ["=", "!=", "<", "<=", ">", ">="], depth),
      (depth) => this.#compared(this.#random.pick(["Integer", "Float", "Date"]), ["<", "<=", ">", ">="], depth),
      (depth) => this.#compared(this.#random.pick(["String", "Boolean"]), ["=", "!="], depth),
      (depth) => `(${this.write("Boolean", depth)} ${this.#random.pick(["and", "or"])} ${this.write("Boolean", depth)})`,
      (depth) => `(not (${this.write("Boolean", depth)}))`,
      (depth) => `isMissing(${this.write(this.#random.pick(["Integer", "Float", "String", "Date", "Boolean"]), depth)})`,
      (depth) =>
        `${this.#random.pick(["contains", "startsWith", "endsWith"])}(${this.write("String", depth)}, ${this.write("String", depth)})`,
    ],
    Date: [
      ...this.#shared("Date"),
      (depth) => `date(${this.write("String", depth)})`,
      (depth) => `addDays(${this.write("Date", depth)}, ${this.#small(depth)})`,
      (depth) => `addMonths(${this.write("Date", depth)}, ${this.#small(depth)})`,
      (depth) => this.#least("Date", depth),
    ],
  };
}

const roundings = ["round", "roundHalfEven", "roundUp", "roundDown"] as const;
const days = ["2026-01-31", "2024-02-29", "2023-02-28", "0001-01-01", "9999-12-31", "1900-03-01", "2000-12-31", "1969-12-31", "1970-01-01"];
