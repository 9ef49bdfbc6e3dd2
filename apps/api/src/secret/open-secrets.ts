import { secretsInText, type Definition } from "@airlock/flow";
import type { OpenSecret } from "@airlock/platform/egress";
import type { Tx } from "@airlock/platform/postgres";
import { webSecretOwner, type SecretBox } from "@airlock/platform/secrets";

/** Names of the secrets that a definition's web calls ask for, by node. */
export function secretsUsed(definition: Definition): readonly { readonly nodeId: string; readonly label: string; readonly name: string }[] {
  return definition.solutionDefinition.nodes.flatMap((node) => {
    if (node.type !== "WebCall") return [];
    const texts = [node.url, node.body, ...node.headers.map(({ value }) => value)];
    return [...new Set(texts.flatMap(secretsInText))].map((name) => ({ nodeId: node.id, label: node.label, name }));
  });
}

/** The secrets that a test execution of this definition needs, opened; it is the one place of the api that opens any. */
export async function openSecrets(tx: Tx, box: SecretBox, definition: Definition): Promise<ReadonlyMap<string, OpenSecret>> {
  const names = [...new Set(secretsUsed(definition).map(({ name }) => name))];
  if (names.length === 0) return new Map();
  const rows = await tx.selectFrom("secrets").where("name", "in", names).selectAll().execute();
  return new Map(
    rows.map((row) => {
      const sealed = { masterKey: row.master_key, sealedDataKey: row.sealed_data_key, sealed: row.sealed_value };
      return [row.name, { hosts: row.hosts, value: box.open(sealed, webSecretOwner(row.organisation_id, row.id)) }];
    }),
  );
}
