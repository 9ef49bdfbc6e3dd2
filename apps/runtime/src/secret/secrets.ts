import { isTombstone, readBucketValue, type SecretEntry } from "@airlock/contract";
import type { BucketEntry, Log } from "@airlock/platform";
import type { OpenSecret } from "@airlock/platform/egress";
import { webSecretOwner, type SecretBox } from "@airlock/platform/secrets";
import type { LastGood } from "../disk/last-good.ts";
import type { EntryGate } from "../entry/entry-gate.ts";

/** Secrets for web calls from the bucket: encrypted in memory and on the disk, decrypted when a flow first uses them. */
export interface Secrets {
  readonly find: (organisationId: string, name: string) => OpenSecret | undefined;
  readonly apply: (entry: BucketEntry<"secrets">) => void;
  readonly size: () => number;
}

interface Known {
  readonly entry: SecretEntry;
  opened: OpenSecret | undefined;
}

export interface SecretsOptions {
  readonly disk: LastGood;
  readonly gate: Pick<EntryGate<"secrets">, "admits">;
  readonly box: SecretBox;
  readonly log: Log;
}

export function createSecrets({ disk, gate, box, log }: SecretsOptions): Secrets {
  const byId = new Map<string, Known>();
  const byName = new Map<string, Known>();
  const place = (organisationId: string, name: string): string => `${organisationId} ${name}`;

  function forget(id: string): void {
    const known = byId.get(id);
    if (known === undefined) return;
    byId.delete(id);
    const at = place(known.entry.organisationId, known.entry.name);
    // When two secrets swap their names, their entries arrive one after the other.
    if (byName.get(at) === known) byName.delete(at);
  }

  function take(key: string, entry: SecretEntry | undefined): boolean {
    forget(key);
    if (entry === undefined || entry.secretId !== key) {
      log.error({ secretId: key }, "a secret cannot be read and is not used");
      return false;
    }
    const known: Known = { entry, opened: undefined };
    byId.set(key, known);
    byName.set(place(entry.organisationId, entry.name), known);
    return true;
  }

  for (const [key, { text }] of disk.entries) if (!isTombstone(text)) take(key, readBucketValue.secrets(text));

  return {
    find: (organisationId, name) => {
      const known = byName.get(place(organisationId, name));
      if (known === undefined) return undefined;
      known.opened ??= open(known.entry);
      return known.opened;
    },
    apply: (entry) => {
      const { key, revision, value, text } = entry;
      if (!gate.admits(entry) || text === undefined) return;
      if (isTombstone(text)) forget(key);
      else take(key, value);
      disk.put(key, { revision, text });
    },
    size: () => byId.size,
  };

  function open({ secretId, organisationId, hosts, masterKey, sealedDataKey, sealed }: SecretEntry): OpenSecret | undefined {
    try {
      const packed = { masterKey, sealedDataKey: Buffer.from(sealedDataKey, "base64"), sealed: Buffer.from(sealed, "base64") };
      return { hosts, value: box.open(packed, webSecretOwner(organisationId, secretId)) };
    } catch (error) {
      log.error({ err: error, secretId, masterKey }, "a secret cannot be decrypted");
      return undefined;
    }
  }
}
