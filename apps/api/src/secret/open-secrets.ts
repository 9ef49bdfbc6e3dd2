import { inlined, secretsInText, webCallOf, type Definition } from "@airlock/flow";
import type { OpenSecret } from "@airlock/platform/egress";
import type { Tx } from "@airlock/platform/postgres";
import { webSecretOwner, type SecretBox } from "@airlock/platform/secrets";

export interface SecretUse {
  readonly nodeId: string;
  readonly label: string;
  readonly name: string;
  /** The URL that the call sends it to. */
  readonly url: string;
}

/** Names of the secrets in a definition's web calls, by node; those of its sub-flows too. */
export function secretsUsed(definition: Definition): readonly SecretUse[] {
  return inlined(definition).nodes.flatMap(({ id: nodeId, part }) => {
    const call = webCallOf(part);
    if (call === undefined) return [];
    return [...new Set(call.texts.flatMap(secretsInText))].map((name) => ({ nodeId, label: part.label, name, url: call.url }));
  });
}

/** Uses in a definition that the previous one did not have. A call that was changed to another URL is a new use. */
export function secretUsesAdded(definition: Definition, before: Definition | undefined): readonly SecretUse[] {
  const keyOf = ({ nodeId, name, url }: SecretUse) => JSON.stringify([nodeId, name, url]);
  const known = new Set(before === undefined ? [] : secretsUsed(before).map(keyOf));
  return secretsUsed(definition).filter((use) => !known.has(keyOf(use)));
}

/** Decrypts the secrets that a test execution of this definition needs. The only code of the api that decrypts any. */
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
