import { createHash } from "node:crypto";
import type { FieldProblem } from "@airlock/contract";
import { compile, currentBehaviour } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import type { Judged } from "../definition/judge.ts";
import { reasonsOf } from "../definition/reasons-of.ts";
import { canonicalJson } from "./canonical-json.ts";

export type Frozen =
  | { readonly ok: true; readonly definition: string; readonly hash: string; readonly behaviour: number }
  | { readonly ok: false; readonly reasons: readonly FieldProblem[] };

/** Comments and test cases belong to the draft: they mean nothing to callers, and runtimes need not carry them. */
function withoutNotes({ testCases: _cases, solutionDefinition, ...rest }: Definition): Definition {
  const { comments: _comments, ...drawn } = solutionDefinition;
  return { ...rest, solutionDefinition: drawn };
}

/** A frozen version travels to runtimes as one KV value of at most three megabytes. */
const mostBytes = 2_900_000;

/** Freezes what would run, and nothing that would not: the validator and the compiler both have to agree. */
export function freeze(definition: Definition, judge: (definition: Definition) => Judged): Frozen {
  const { validRuntime, errors } = judge(definition);
  if (!validRuntime) return { ok: false, reasons: reasonsOf(errors) };
  const compiled = compile(definition, currentBehaviour);
  if (!compiled.ok) return { ok: false, reasons: reasonsOf(compiled.findings) };
  const text = canonicalJson(withoutNotes(definition));
  const bytes = Buffer.byteLength(text);
  if (bytes > mostBytes) {
    const message = `The definition is ${bytes} bytes; a version may have ${mostBytes}.`;
    return { ok: false, reasons: [{ field: "solutionDefinition", code: "TOO_LARGE", message }] };
  }
  return { ok: true, definition: text, hash: createHash("sha256").update(text).digest("hex"), behaviour: currentBehaviour };
}
