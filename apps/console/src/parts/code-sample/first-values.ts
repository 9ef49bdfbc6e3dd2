import type { DatasetField } from "@airlock/flow";
import { sampleValue } from "./sample-values.ts";

/** What is in a form, by the field's name. */
export type Texts = Readonly<Record<string, string>>;
export type Body = Readonly<Record<string, unknown>>;

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What a version is tried with first: its own test data where it has any, else samples. */
export function firstTexts(fields: readonly DatasetField[], testData: readonly { readonly name: string; readonly value: string }[]): Texts {
  const known = new Map(testData.map(({ name, value }) => [name, value]));
  return Object.fromEntries(fields.map(({ name, type }) => [name, known.get(name) ?? String(sampleValue(type))]));
}

/** The request body. Empty fields are left out; invalid numbers and booleans stay texts, so that the runtime reports them. */
export function bodyOf(fields: readonly DatasetField[], texts: Texts): Body {
  return Object.fromEntries(
    fields.flatMap(({ name, type }): readonly (readonly [string, string | number | boolean])[] => {
      const text = texts[name] ?? "";
      if (text === "") return [];
      if (type === "Boolean" && (text === "true" || text === "false")) return [[name, text === "true"]];
      const isNumber = (type === "Integer" || type === "Float") && numeral.test(text.trim());
      return [[name, isNumber ? Number(text) : text]];
    }),
  );
}
