import { lastDay, type DatasetField } from "@airlock/flow";
import { longestText, readBoolean, readDate, readFloat, readInteger, readNumber, readText } from "../input/read-value.ts";
import { largestInteger } from "../number.ts";
import type { NumberType } from "../program/parts.ts";
import type { InputProblem } from "../types.ts";
import { readColumnType, type ColumnType } from "./column-type.ts";
import { dayNumberTerm } from "./day-number.ts";
import type { Numbers } from "./numbers.ts";
import type { Term } from "./terms.ts";
import { floatLimit, heldAs, largestFloat, type SlotValue } from "./value.ts";

/** The source of an application field: a column of the table, or the same value for every row. */
export type SqlInput = SqlColumn | { readonly value: unknown };

export interface SqlColumn {
  readonly column: string;
  /** As ClickHouse names it, for example `Nullable(Float64)`. */
  readonly type: string;
  /** Every value was read by the rules of input when the table was filled, and NULL is missing: nothing is checked again. */
  readonly inForm?: boolean;
}

/** A problem of a field of a row: there are at most three, so that a field needs two bits. */
export type FieldProblem = Pick<InputProblem, "code" | "message">;

export interface FieldInput {
  readonly value: SlotValue;
  /** The column that it is read from, with the name that the table has for it. */
  readonly column: { readonly term: Term; readonly name: string } | undefined;
  /** The first flag that holds is the field's problem; if none does, the value can be used. */
  readonly problems: readonly { readonly when: Term; readonly problem: FieldProblem }[];
}

export type FieldRead = { readonly ok: true; readonly input: FieldInput } | { readonly ok: false; readonly reason: string };

/** [VA3] [VA4] `source` is the column under its name in the query. */
export function readField(numbers: Numbers, field: DatasetField, from: SqlInput | undefined, source: string): FieldRead {
  if (from === undefined || "value" in from) return readConstant(numbers, field, from?.value);
  const type = readColumnType(from.type);
  if (type === undefined) return refuse(field, `a column of type ${from.type} cannot be read; cast it in a view of the table`);
  const reader = new FieldReader(numbers, field, type, from, source);
  if (field.type === "String") return reader.text();
  if (field.type === "Boolean" || field.type === "Date") {
    return reader.wholes(field.type) ?? refuse(field, `a ${field.type} cannot be read from a column of type ${from.type}`);
  }
  if (type.kind === "label") return refuse(field, "a number cannot be read from a column of labels");
  if (type.kind === "truth" || type.kind === "day") return refuse(field, `a number cannot be read from a column of type ${from.type}`);
  return field.type === "Integer" ? reader.integer() : reader.float();
}

function refuse(field: DatasetField, why: string): FieldRead {
  return { ok: false, reason: `Field '${field.name}': ${why}.` };
}

function readConstant(numbers: Numbers, field: DatasetField, given: unknown): FieldRead {
  const { terms } = numbers;
  const read = field.type === "String" ? readText(given) : readNumber(given, field.type);
  if (typeof read === "object") return refuse(field, read.message);
  const isMissing = read === undefined || Number.isNaN(read);
  if (isMissing && field.required) return refuse(field, "it is required; choose a column or a value");
  if (field.type === "String") {
    const term = typeof read === "string" ? terms.text(read) : terms.missingText;
    return { ok: true, input: { value: { kind: "text", term, mayBeMissing: isMissing }, column: undefined, problems: [] } };
  }
  const type = heldAs(field.type);
  const value = isMissing ? numbers.missing(type) : numbers.literal(Number(read), type);
  return { ok: true, input: { value, column: undefined, problems: [] } };
}

const missingProblem: FieldProblem = { code: "missing", message: "This field is required." };

/** The problem that `readInput` reports for such a value, with the same message. */
function problemOf(read: unknown): FieldProblem {
  if (typeof read !== "object" || read === null || !("code" in read)) throw new TypeError("This sample should be refused");
  return read as FieldProblem; // a Misfit, by the line above
}
const samples = {
  notAnInteger: problemOf(readInteger(0.5)),
  integerRange: problemOf(readInteger(Infinity)),
  notANumber: problemOf(readFloat(NaN)),
  floatRange: problemOf(readFloat(Infinity)),
  notAString: problemOf(readText(0)),
  notABoolean: problemOf(readBoolean(0)),
  notADate: problemOf(readDate(0)),
  tooLong: problemOf(readText("a".repeat(longestText + 1))),
};

class FieldReader {
  readonly #numbers: Numbers;
  readonly #field: DatasetField;
  readonly #type: ColumnType;
  readonly #inForm: boolean;
  readonly #column: Term;
  readonly #name: string;
  /** NULL, or for a number as text the empty text. */
  readonly #isMissing: Term;

  constructor(numbers: Numbers, field: DatasetField, type: ColumnType, from: SqlColumn, source: string) {
    const { terms } = numbers;
    this.#numbers = numbers;
    this.#field = field;
    this.#type = type;
    this.#inForm = from.inForm === true;
    this.#name = from.column;
    this.#column = terms.column(type.kind === "text" || type.kind === "label" ? "text" : "number", source);
    const isNull = type.nullable ? terms.call("flag", "isNull", this.#column) : terms.never;
    const text = type.kind === "text" ? this.#column : type.kind === "label" ? terms.call("text", "labelText", this.#column) : undefined;
    const isEmpty = text === undefined || field.type === "String" ? terms.never : terms.call("flag", "isEmptyText", text);
    this.#isMissing = terms.or(isNull, isEmpty);
  }

  text(): FieldRead {
    const { terms } = this.#numbers;
    const label = this.#type.nullable ? "nullableLabel" : "label";
    // A number is taken as it would be written.
    const plain = this.#type.kind === "text" ? this.#column : terms.call("text", label, this.#column);
    const term = this.#type.nullable ? terms.call("text", "orMissingText", plain) : plain;
    const isGarbled = terms.and(terms.not(this.#isMissing), terms.not(terms.call("flag", "isValidUTF8", term)));
    const isLong = terms.call("flag", "isLongText", term, terms.count(longestText));
    return this.#read({ kind: "text", term, mayBeMissing: this.#mayBeMissing }, [
      { when: isLong, problem: samples.tooLong },
      { when: isGarbled, problem: samples.notAString },
    ]);
  }

  integer(): FieldRead {
    const { terms } = this.#numbers;
    const raw = this.#raw("Integer");
    const bound = this.#bound(largestInteger);
    if (this.#type.kind === "whole" || this.#inForm) {
      const value = this.#numbers.whole(raw, "Integer", this.#mayBeMissing, bound);
      return this.#read(value, this.#type.kind === "whole" && bound === largestInteger ? [this.#tooLarge(raw, largestInteger)] : []);
    }
    const value = this.#numbers.whole(terms.operate("plus", raw, terms.number(0)), "Integer", this.#mayBeMissing, bound);
    const infinite = terms.compare("equals", terms.operate("abs", raw), terms.number(Infinity));
    const isWhole = terms.compare("equals", terms.operate("floor", raw), raw);
    return this.#read(value, [
      { when: infinite, problem: samples.integerRange },
      { when: terms.and(terms.not(this.#isMissing), terms.not(isWhole)), problem: samples.notAnInteger },
      this.#tooLarge(raw, largestInteger),
    ]);
  }

  float(): FieldRead {
    const { terms } = this.#numbers;
    const raw = this.#raw("Float");
    if (this.#type.kind === "whole") {
      const bound = this.#bound(largestFloat);
      const value = this.#numbers.whole(raw, "Float", this.#mayBeMissing, bound);
      return this.#read(value, bound === largestFloat ? [this.#tooLarge(raw, floatLimit)] : []);
    }
    if (this.#inForm) return this.#read(this.#numbers.float(raw, this.#mayBeMissing, largestFloat), []);
    const term = this.#numbers.normalise(raw, terms.operate("abs", raw));
    const isNumber = terms.compare("equals", raw, raw);
    return this.#read(this.#numbers.float(term, this.#mayBeMissing, largestFloat), [
      { when: terms.and(terms.not(this.#isMissing), terms.not(isNumber)), problem: samples.notANumber },
      this.#tooLarge(raw, floatLimit),
    ]);
  }

  /** [VA6] [VA7] Undefined for a column that such values are not read from. Normalised columns have the stored numbers. */
  wholes(type: "Boolean" | "Date"): FieldRead | undefined {
    const { terms } = this.#numbers;
    const { kind, nullable } = this.#type;
    const bound = type === "Boolean" ? 1 : lastDay;
    const held = (term: Term): SlotValue => this.#numbers.whole(term, "Integer", this.#mayBeMissing, bound);
    if (kind === (type === "Boolean" ? "truth" : "day")) {
      const number = terms.call("number", type === "Boolean" ? "toFloat64" : "dayNumber", this.#column);
      return this.#read(held(nullable ? terms.call("number", "orMissing", number) : number), []);
    }
    if (this.#inForm && (kind === "whole" || kind === "double")) return this.#read(held(this.#raw("Integer")), []);
    if (kind !== "text" && kind !== "label") return undefined;
    const text = kind === "text" && !nullable ? this.#column : terms.call("text", "labelText", this.#column);
    const term = type === "Boolean" ? terms.call("number", "truthText", text) : dayNumberTerm(terms, text);
    const isRead = terms.compare("equals", term, term);
    const problem = type === "Boolean" ? samples.notABoolean : samples.notADate;
    return this.#read(held(term), [{ when: terms.and(terms.not(this.#isMissing), terms.not(isRead)), problem }]);
  }

  /** A missing required field is a problem, and the flow does not run on a row with a problem, so its value is never read. */
  get #mayBeMissing(): boolean {
    return this.#isMissing !== this.#numbers.terms.never && !this.#field.required;
  }

  #read(value: SlotValue, problems: FieldInput["problems"]): FieldRead {
    const missing = this.#field.required ? [{ when: this.#isMissing, problem: missingProblem }] : [];
    const possible = [...missing, ...(this.#inForm ? [] : problems)].filter(({ when }) => when !== this.#numbers.terms.never);
    return { ok: true, input: { value, column: { term: this.#column, name: this.#name }, problems: possible } };
  }

  /** As a double that is NaN when missing, and when it cannot be read as a number. */
  #raw(type: NumberType): Term {
    const { terms } = this.#numbers;
    const { kind, nullable } = this.#type;
    if (kind === "text") return terms.call("number", type === "Integer" ? "integerText" : "floatText", this.#column);
    if (kind === "double") return nullable ? terms.call("number", "orMissing", this.#column) : this.#column;
    // [numbers] Converting decimals and singles to doubles may not yield the nearest double of their decimal notation; converting their
    // text does.
    if (kind !== "whole") return terms.call("number", "throughText", this.#column);
    const double = terms.call("number", "toFloat64", this.#column);
    return nullable ? terms.call("number", "orMissing", double) : double;
  }

  #tooLarge(raw: Term, limit: number): { readonly when: Term; readonly problem: FieldProblem } {
    const { terms } = this.#numbers;
    const isInteger = this.#field.type === "Integer";
    const when = terms.compare(isInteger ? "greater" : "greaterOrEquals", terms.operate("abs", raw), terms.number(limit));
    return { when, problem: isInteger ? samples.integerRange : samples.floatRange };
  }

  #bound(max: number): number {
    return this.#type.kind === "whole" && this.#type.bits <= 32 ? 2 ** this.#type.bits : max;
  }
}
