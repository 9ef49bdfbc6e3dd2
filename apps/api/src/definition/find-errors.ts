import { isValidRuntime, type Definition, type Finding } from "@airlock/flow";
import type { EgressPolicy } from "@airlock/platform/egress";
import type { CheckedDefinition } from "./check-definition.ts";

export interface ValidatedDefinition {
  readonly definition: Definition;
  readonly validRuntime: boolean;
  readonly errors: readonly Finding[];
}

type Checked = Pick<Extract<CheckedDefinition, { ok: true }>, "findings" | "webCalls" | "secrets">;

/** All findings of a checked definition: the validator's, URLs that this installation forbids, and secrets that do not exist. */
export function findErrors(
  { findings, webCalls, secrets }: Checked,
  policy: Pick<EgressPolicy, "whyNotUrl">,
  secretNames: ReadonlySet<string>,
): Pick<ValidatedDefinition, "validRuntime" | "errors"> {
  const errors = [...findings, ...closedAddresses(webCalls, policy), ...unknownSecrets(secrets, secretNames)];
  return { validRuntime: isValidRuntime(errors), errors };
}

/**
 * Whether a test execution reports the same error itself: the call is refused at its node, or not made at all because the flow takes another path or
 * the node has a mock response.
 */
export function isFoundByCall({ code }: Finding): boolean {
  return code === "WEB_CALL_CLOSED" || code === "SECRET_UNKNOWN";
}

function closedAddresses(webCalls: Checked["webCalls"], policy: Pick<EgressPolicy, "whyNotUrl">): readonly Finding[] {
  return webCalls.flatMap(({ nodeId, label, url }) => {
    const why = hasFixedHost(url) ? policy.whyNotUrl(withoutReferences(url)) : undefined;
    if (why === undefined) return [];
    const message = `${label} cannot be called: ${why}. Choose another address, or ask an administrator to allow this one with AIRLOCK_EGRESS_ALLOW.`;
    return [{ code: "WEB_CALL_CLOSED", level: "error" as const, nodeId, property: "url", message }];
  });
}

function unknownSecrets(secrets: Checked["secrets"], known: ReadonlySet<string>): readonly Finding[] {
  return secrets
    .filter(({ name }) => !known.has(name))
    .map(({ nodeId, label, name }) => {
      const message = `${label} uses the secret ${name}, which this organisation does not have. Enter it under Secrets, or choose another.`;
      return { code: "SECRET_UNKNOWN", level: "error" as const, nodeId, property: "headers", message };
    });
}

/** A host with variables is known only at execution time; the egress client checks it then. */
function hasFixedHost(url: string): boolean {
  return /^https?:\/\/[^/?#$]+(?:[/?#]|$)/i.test(url);
}

function withoutReferences(url: string): string {
  return url.replaceAll(/\$\{[^}]*\}/g, "0");
}
