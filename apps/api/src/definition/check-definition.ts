import { inlined, parseDefinition, validate, webCallOf, type Definition, type Finding, type ParseProblem } from "@airlock/flow";
import { secretsUsed } from "../secret/open-secrets.ts";

/** The CPU-bound part of checking a definition, as plain data: it can run on the event loop or in a thread. */
export type CheckedDefinition =
  | {
      readonly ok: true;
      /** The parsed definition, as JSON. */
      readonly text: string;
      readonly findings: readonly Finding[];
      readonly webCalls: readonly { readonly nodeId: string; readonly label: string; readonly url: string }[];
      readonly secrets: ReturnType<typeof secretsUsed>;
    }
  | { readonly ok: false; readonly problems: readonly ParseProblem[] };

export function checkDefinition(text: string): CheckedDefinition {
  const parsed = parseDefinition(JSON.parse(text));
  if (!parsed.ok) return parsed;
  const { definition } = parsed;
  return {
    ok: true,
    text: JSON.stringify(definition),
    findings: validate(definition),
    webCalls: webCallsOf(definition),
    secrets: secretsUsed(definition),
  };
}

function webCallsOf(definition: Definition) {
  return inlined(definition).nodes.flatMap(({ id, part }) => {
    const call = webCallOf(part);
    return call === undefined ? [] : [{ nodeId: id, label: part.label, url: call.url }];
  });
}
