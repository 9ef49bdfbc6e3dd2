import { createHash } from "node:crypto";
import type { FieldProblem } from "@airlock/contract";
import { compile, currentBehaviour } from "@airlock/engine";
import { isValidRuntime, validate, type Definition, type Finding } from "@airlock/flow";
import { canonicalJson } from "./canonical-json.ts";

export type Frozen =
  | { readonly ok: true; readonly definition: string; readonly hash: string; readonly behaviour: number }
  | { readonly ok: false; readonly reasons: readonly FieldProblem[] };

/** A frozen version travels to runtimes as one KV value of at most three megabytes. */
const mostBytes = 2_900_000;

/** Freezes what would run, and nothing that would not: the validator and the compiler both have to agree. */
export function freeze(definition: Definition): Frozen {
  const findings = validate(definition);
  if (!isValidRuntime(findings)) return { ok: false, reasons: reasons(findings) };
  const compiled = compile(definition, currentBehaviour);
  if (!compiled.ok) return { ok: false, reasons: reasons(compiled.findings) };
  const text = canonicalJson(definition);
  const bytes = Buffer.byteLength(text);
  if (bytes > mostBytes) {
    const message = `The definition is ${bytes} bytes; a version may have ${mostBytes}.`;
    return { ok: false, reasons: [{ field: "solutionDefinition", code: "TOO_LARGE", message }] };
  }
  return { ok: true, definition: text, hash: createHash("sha256").update(text).digest("hex"), behaviour: currentBehaviour };
}

function reasons(findings: readonly Finding[]): readonly FieldProblem[] {
  return findings
    .filter((finding) => finding.level === "error")
    .slice(0, 100)
    .map(({ nodeId, linkId, fieldKey, code, message }) => ({ field: nodeId ?? linkId ?? fieldKey ?? "", code, message }));
}
