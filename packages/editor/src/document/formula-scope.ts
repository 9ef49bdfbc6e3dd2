import { findList, type typeFormula } from "@airlock/flow";
import { fieldOf } from "./fields-of.ts";
import type { FlowDocument } from "./flow-document.ts";

/** The fields and lists that formulas may read. */
export function formulaScope(document: FlowDocument): Parameters<typeof typeFormula>[1] {
  return { type: (source, key) => fieldOf(document, source, key)?.type, list: (name) => findList(document, name) };
}
