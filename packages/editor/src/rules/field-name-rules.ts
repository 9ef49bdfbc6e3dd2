import { limits, type FieldSource } from "@airlock/flow";
import { fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { refusal, type Refusal } from "./refusal.ts";
import { whyNotIdentifier } from "./text-rules.ts";

/** Why a field cannot have this name; it may be empty while it is being typed. `except` is the field that is renamed. */
export function whyNotFieldName(document: FlowDocument, source: FieldSource, name: string, except?: string): Refusal | undefined {
  const refused = whyNotIdentifier(name, limits.nameLength);
  if (refused !== undefined) return refused;
  if (name === "unknown") return refusal("FIELD_NAME_RESERVED", { name });
  const isTaken = name !== "" && fieldsOf(document, source).some((field) => field.name === name && field.key !== except);
  return isTaken ? refusal("FIELD_NAME_TAKEN", { name }) : undefined;
}

/** The name itself if it is free, else with the first free number: 'amount', 'amount_2', 'amount_3'. */
export function freeFieldName(document: FlowDocument, source: FieldSource, name: string): string {
  const taken = new Set(fieldsOf(document, source).map((field) => field.name));
  taken.add("unknown");
  const wanted = name === "" ? "field" : name;
  const stem = wanted.slice(0, limits.nameLength - 6);
  let free = wanted;
  for (let number = 2; taken.has(free); number += 1) free = `${stem}_${number}`;
  return free;
}
