import type { DatasetField } from "@airlock/flow";
import { sampleValue } from "../../parts/code-sample/sample-values.ts";

/** What stands in the form, by the field's name. */
export type Texts = Readonly<Record<string, string>>;
export type Body = Readonly<Record<string, unknown>>;

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What a version is tried with first: its own test data where it has any, else samples. */
export function firstTexts(fields: readonly DatasetField[], testData: readonly { readonly name: string; readonly value: string }[]): Texts {
  const known = new Map(testData.map(({ name, value }) => [name, value]));
  return Object.fromEntries(fields.map(({ name, type }) => [name, known.get(name) ?? String(sampleValue(type))]));
}

/** What is sent. An empty field is left out; what is no number stays text, for the runtime to say so. */
export function bodyOf(fields: readonly DatasetField[], texts: Texts): Body {
  return Object.fromEntries(
    fields.flatMap(({ name, type }) => {
      const text = texts[name] ?? "";
      if (text === "") return [];
      const isNumber = type !== "String" && numeral.test(text.trim());
      return [[name, isNumber ? Number(text) : text]];
    }),
  );
}

export type ReadJson = { readonly ok: true; readonly body: Body } | { readonly ok: false; readonly problem: string };

export function readJson(text: string): ReadJson {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return { ok: true, body: { ...body } };
    return { ok: false, problem: "Write an object with a value for each field." };
  } catch (error) {
    return { ok: false, problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** The JSON as a form. Undefined where the form has no place for something that is in it. */
export function textsOf(fields: readonly DatasetField[], body: Body): Texts | undefined {
  const names = new Set(fields.map(({ name }) => name));
  const entries = Object.entries(body).filter(([, value]) => value !== null);
  if (!entries.every(([name, value]) => names.has(name) && (typeof value === "string" || typeof value === "number"))) return undefined;
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
