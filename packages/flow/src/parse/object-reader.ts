import { limits } from "../limits.ts";
import type { ParseProblem, ParseProblemCode } from "./parse-problem.ts";

const idText = /^[A-Za-z0-9_-]+$/;

/** Problems found so far, bounded so that a hostile document cannot make us write a book about it. */
export class ProblemList {
  readonly problems: ParseProblem[] = [];
  /** Rows of all lists so far: many lists within their limits must not add up to an unlimited document. */
  rows = 0;
  /** Cells of all tables so far. */
  cells = 0;

  add(code: ParseProblemCode, path: string, message: string): void {
    if (this.problems.length < limits.problems) this.problems.push({ code, path, message });
  }
}

/**
 * Reads the properties of one untrusted JSON object. Only own properties count, so `__proto__` and `constructor` are ordinary names; a
 * property that is absent (or null) has its default, one of the wrong type is a problem. Nothing here throws.
 */
export class ObjectReader {
  readonly #value: object;
  readonly #parent: string;
  readonly #key: string | number;
  readonly #list: ProblemList;

  constructor(value: object, parent: string, key: string | number, list: ProblemList) {
    this.#value = value;
    this.#parent = parent;
    this.#key = key;
    this.#list = list;
  }

  /** Built only when a problem is reported: paths of a valid document cost nothing. */
  get path(): string {
    if (typeof this.#key === "number") return `${this.#parent}[${this.#key}]`;
    return this.#parent === "" ? this.#key : `${this.#parent}.${this.#key}`;
  }

  problem(code: ParseProblemCode, name: string, message: string): void {
    const path = this.path;
    this.#list.add(code, path === "" ? name : name === "" ? path : `${path}.${name}`, message);
  }

  raw(name: string): unknown {
    if (!Object.hasOwn(this.#value, name)) return undefined;
    const value: unknown = Reflect.get(this.#value, name);
    return value === null ? undefined : value;
  }

  isNull(name: string): boolean {
    return Object.hasOwn(this.#value, name) && Reflect.get(this.#value, name) === null;
  }

  text(name: string, fallback: string, longest: number): string {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (typeof value !== "string") {
      this.problem("NOT_A_TEXT", name, "This must be a text.");
      return fallback;
    }
    return this.#bounded(name, value, fallback, longest);
  }

  /** Numeric text or a literal: a document written by hand may have a number there, which is taken as it would be typed. */
  literal(name: string, fallback: string, longest: number = limits.literalLength): string {
    return typedText(this.raw(name)) ?? this.text(name, fallback, longest);
  }

  /** A list of literals; each counts as a row. */
  literals(name: string, longest: number): readonly string[] {
    const value = this.raw(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.problem("NOT_A_LIST", name, "This must be a list.");
      return [];
    }
    this.#list.rows += value.length;
    if (value.length > longest || this.#list.rows > limits.rows) {
      const message = `This list has ${value.length} entries; at most ${longest} are allowed, and ${limits.rows} in all lists.`;
      this.problem("LIST_TOO_LONG", name, message);
      return [];
    }
    return value.map((item: unknown, index) => {
      const text = typedText(item) ?? item;
      if (typeof text === "string") return this.#bounded(`${name}[${index}]`, text, "", limits.literalLength);
      this.problem("NOT_A_TEXT", `${name}[${index}]`, "This must be a text.");
      return "";
    });
  }

  /** The cells of a table's row, one for each column; missing cells are `fallback`, excess ones are left out. */
  cells(name: string, count: number, fallback: string): readonly string[] {
    const value = this.raw(name);
    const given: readonly unknown[] = Array.isArray(value) ? value : [];
    if (value !== undefined && !Array.isArray(value)) this.problem("NOT_A_LIST", name, "This must be a list.");
    this.#list.cells += count;
    if (this.#list.cells > limits.tableCells) {
      this.problem("LIST_TOO_LONG", name, `All tables together have more than ${limits.tableCells} cells.`);
      return [];
    }
    return Array.from({ length: count }, (_, index) => {
      const item = given[index];
      const text = item === undefined ? fallback : (typedText(item) ?? item);
      if (typeof text === "string") return this.#bounded(`${name}[${index}]`, text, fallback, limits.literalLength);
      this.problem("NOT_A_TEXT", `${name}[${index}]`, "This must be a text.");
      return fallback;
    });
  }

  /** A text that refers to something by id; empty while nothing is chosen. */
  reference(name: string): string {
    const value = this.text(name, "", limits.idLength);
    if (value === "" || idText.test(value)) return value;
    this.problem("NOT_AN_ID", name, "An id is made of letters, digits, '_' and '-'.");
    return "";
  }

  /** The required id of the object. */
  id(name: string): string {
    if (this.raw(name) === undefined) {
      this.problem("MISSING", name, "This id is missing.");
      return "";
    }
    const value = this.reference(name);
    if (value === "") this.problem("NOT_AN_ID", name, "An id is made of letters, digits, '_' and '-' and is not empty.");
    return value;
  }

  number(name: string, fallback: number, min: number, max: number): number {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (typeof value !== "number" || !Number.isFinite(value)) {
      this.problem("NOT_A_NUMBER", name, "This must be a number.");
      return fallback;
    }
    if (value < min || value > max) {
      this.problem("NUMBER_OUT_OF_RANGE", name, `This must be between ${min} and ${max}.`);
      return fallback;
    }
    return value + 0;
  }

  integer(name: string, fallback: number, min: number, max: number): number {
    const value = this.number(name, fallback, min, max);
    if (Number.isInteger(value)) return value;
    this.problem("NOT_A_NUMBER", name, "This must be a whole number.");
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    if (typeof value === "boolean") return value;
    this.problem("NOT_A_FLAG", name, "This must be true or false.");
    return fallback;
  }

  choice<Option extends string>(name: string, options: readonly Option[], fallback: Option): Option {
    const value = this.raw(name);
    if (value === undefined) return fallback;
    for (const option of options) if (option === value) return option;
    this.problem("NOT_A_CHOICE", name, `This must be one of ${options.join(" ")}.`);
    return fallback;
  }

  list<Item>(name: string, longest: number, read: (item: ObjectReader) => Item | undefined): readonly Item[] {
    const value = this.raw(name);
    if (value === undefined) return [];
    if (!Array.isArray(value)) {
      this.problem("NOT_A_LIST", name, "This must be a list.");
      return [];
    }
    if (value.length > longest) {
      this.problem("LIST_TOO_LONG", name, `This list has ${value.length} entries; at most ${longest} are allowed.`);
      return [];
    }
    this.#list.rows += value.length;
    if (this.#list.rows > limits.rows) {
      this.problem("LIST_TOO_LONG", name, `All lists together have more than ${limits.rows} entries.`);
      return [];
    }
    const path = this.path === "" ? name : `${this.path}.${name}`;
    const items: Item[] = [];
    for (let index = 0; index < value.length; index += 1) {
      const reader = readObject(value[index], path, index, this.#list);
      const item = reader === undefined ? undefined : read(reader);
      if (item !== undefined) items.push(item);
    }
    return items;
  }

  /** A part that may be left out. */
  optionalObject(name: string): ObjectReader | undefined {
    const value = this.raw(name);
    return value === undefined ? undefined : readObject(value, this.path, name, this.#list);
  }

  /** The names of its own properties, for objects that are tables by name; each counts as a row. */
  names(max: number, longest: number): readonly string[] {
    const names = Object.keys(this.#value);
    this.#list.rows += names.length;
    if (names.length > max || this.#list.rows > limits.rows) {
      this.problem("LIST_TOO_LONG", "", `This has ${names.length} entries; at most ${max} are allowed, and ${limits.rows} in all lists.`);
      return [];
    }
    return names.filter((name) => this.#bounded(name, name, "", longest) === name);
  }

  object(name: string): ObjectReader | undefined {
    const value = this.raw(name);
    if (value === undefined) {
      this.problem("MISSING", name, `The part ${name} is missing.`);
      return undefined;
    }
    return readObject(value, this.path, name, this.#list);
  }

  #bounded(name: string, value: string, fallback: string, longest: number): string {
    if (value.length > longest) {
      this.problem("TEXT_TOO_LONG", name, `This text has ${value.length} characters; at most ${longest} are allowed.`);
      return fallback;
    }
    // NUL and half surrogate pairs cannot be stored as text by any database that a definition travels through.
    if (!value.isWellFormed() || value.includes("\u0000")) {
      this.problem("TEXT_UNSTORABLE", name, "This text holds characters that cannot be stored.");
      return fallback;
    }
    return value;
  }
}

/** A number as a user types it; undefined for anything else. */
function typedText(value: unknown): string | undefined {
  return typeof value === "number" && Number.isFinite(value) ? String(value + 0) : undefined;
}

export function readObject(value: unknown, parent: string, key: string | number, list: ProblemList): ObjectReader | undefined {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return new ObjectReader(value, parent, key, list);
  const path = typeof key === "number" ? `${parent}[${key}]` : parent === "" ? key : `${parent}.${key}`;
  list.add("NOT_AN_OBJECT", path, "This must be an object.");
  return undefined;
}
