import { isValidRuntime, validate, type Definition, type Finding } from "@airlock/flow";
import type { EgressPolicy } from "@airlock/platform/egress";
import { secretsUsed } from "../secret/open-secrets.ts";

export interface Judged {
  readonly definition: Definition;
  readonly validRuntime: boolean;
  readonly errors: readonly Finding[];
}

/** What there is to say against a definition: the validator's findings, and addresses that this installation does not call. */
export type Judge = (definition: Definition, secretNames: ReadonlySet<string>) => Judged;

export function createJudge(policy: Pick<EgressPolicy, "whyNotUrl">): Judge {
  return (definition, secretNames) => {
    const errors = [...validate(definition), ...closedAddresses(definition, policy), ...unknownSecrets(definition, secretNames)];
    return { definition, validRuntime: isValidRuntime(errors), errors };
  };
}

function closedAddresses(definition: Definition, policy: Pick<EgressPolicy, "whyNotUrl">): readonly Finding[] {
  return definition.solutionDefinition.nodes.flatMap((node) => {
    const why = node.type === "WebCall" && hasFixedHost(node.url) ? policy.whyNotUrl(withoutReferences(node.url)) : undefined;
    if (why === undefined) return [];
    const message = `${node.label} cannot be called: ${why}. Choose another address, or have it opened for this installation.`;
    return [{ code: "WEB_CALL_CLOSED", level: "error" as const, nodeId: node.id, property: "url", message }];
  });
}

function unknownSecrets(definition: Definition, known: ReadonlySet<string>): readonly Finding[] {
  return secretsUsed(definition)
    .filter(({ name }) => !known.has(name))
    .map(({ nodeId, label, name }) => {
      const message = `${label} uses the secret ${name}, which this organisation does not have. Enter it under Secrets, or choose another.`;
      return { code: "SECRET_UNKNOWN", level: "error" as const, nodeId, property: "headers", message };
    });
}

/** What a value may turn into is known only when it is called; the client looks again then. */
function hasFixedHost(url: string): boolean {
  return /^https?:\/\/[^/?#$]+(?:[/?#]|$)/i.test(url);
}

function withoutReferences(url: string): string {
  return url.replaceAll(/\$\{[^}]*\}/g, "0");
}
