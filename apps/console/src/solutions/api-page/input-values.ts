import type { DatasetField } from "@airlock/flow";
import type { Body, Texts } from "../../parts/code-sample/first-values.ts";

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
  if (
    !entries.every(
      ([name, value]) => names.has(name) && (typeof value === "string" || typeof value === "number" || typeof value === "boolean"),
    )
  )
    return undefined;
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}
