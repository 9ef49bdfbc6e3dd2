import { createHash } from "node:crypto";
import { behaviourOf, compile } from "@airlock/engine";
import type { Definition } from "@airlock/flow";
import { reasonsOf } from "../definition/reasons-of.ts";
import { canonicalJson, type FieldProblem } from "@airlock/contract";

export type Frozen =
  | { readonly ok: true; readonly definition: string; readonly hash: string; readonly behaviour: number }
  | { readonly ok: false; readonly reasons: readonly FieldProblem[] };

/** Comments, test cases and mock responses belong to the draft: they mean nothing to callers, and runtimes need not carry them. */
function withoutNotes({ testCases: _cases, mocks: _mocks, solutionDefinition, ...rest }: Definition): Definition {
  const { comments: _comments, ...drawn } = solutionDefinition;
  return { ...rest, solutionDefinition: drawn };
}

/** A frozen version travels to runtimes as one KV value of at most three megabytes. */
const maxBytes = 2_900_000;

/** Freezes what the compiler takes. The caller has made sure that the validator found no errors. */
export function freeze(definition: Definition): Frozen {
  const behaviour = behaviourOf(definition);
  const compiled = compile(definition, behaviour);
  if (!compiled.ok) return { ok: false, reasons: reasonsOf(compiled.findings) };
  const text = canonicalJson(withoutNotes(definition));
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) {
    const message = `The definition is ${bytes} bytes; a version may have ${maxBytes}.`;
    return { ok: false, reasons: [{ field: "solutionDefinition", code: "TOO_LARGE", message }] };
  }
  return { ok: true, definition: text, hash: createHash("sha256").update(text).digest("hex"), behaviour };
}

/** The same from text, so that it can run in a thread. */
export function freezeText(text: string): Frozen {
  return freeze(JSON.parse(text) as Definition); // Written by the caller from a parsed definition.
}
