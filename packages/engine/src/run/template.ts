import { markSecrets, referencesInText } from "@airlock/flow";
import type { Lowering } from "../program/lowering.ts";
import type { Template } from "../program/parts.ts";
import type { Value } from "../types.ts";
import { readValue } from "./read-slot.ts";
import type { State } from "./state.ts";

export function lowerTemplate(text: string, lowering: Lowering): Template {
  const parts: Template[number][] = [];
  let at = 0;
  for (const { source, key, from, to } of referencesInText(text)) {
    if (from > at) parts.push(markSecrets(text.slice(at, from)));
    const slot = lowering.slot(source, key);
    if (slot !== undefined) parts.push(slot);
    at = to;
  }
  if (at < text.length) parts.push(markSecrets(text.slice(at)));
  return parts;
}

/** [EF3] Each value is escaped for its context in the template; a missing one is written as nothing. */
export function fillTemplate(template: Template, state: State, write: (text: string) => string): string {
  let text = "";
  for (const part of template) text += typeof part === "string" ? part : write(valueText(readValue(state, part)));
  return text;
}

/** A number in decimal notation: no exponent, no trailing zeros. A Boolean and a Date as in JSON. */
function valueText(value: Value): string {
  if (value === undefined) return "";
  if (typeof value !== "number" || Math.abs(value) >= 1e-6 || value === 0) return String(value);
  return value.toFixed(12).replace(/0+$/, "");
}

/** Escapes a value in a web address. */
export const inAddress = (text: string): string => encodeURIComponent(text);
/** Escapes a value between double quotes in JSON; numbers need no escaping, with or without quotes. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
export const asIs = (text: string): string => text;
