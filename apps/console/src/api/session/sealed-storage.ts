import type { AsyncStorage } from "oidc-client-ts";
import type { IndexedDbStore } from "./indexed-db.ts";

const keyName = "sealing-key";
const prefix = "sealed:";

interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly data: ArrayBuffer;
}

function isSealed(value: unknown): value is Sealed {
  return typeof value === "object" && value !== null && "iv" in value && "data" in value;
}

/**
 * The storage of tokens: encrypted with a non-extractable key of the browser, so that a copy of the profile's files contains no token. A value that
 * cannot be decrypted counts as absent; the user then signs in again.
 */
export function sealedStorage(database: IndexedDbStore): AsyncStorage {
  let key: Promise<CryptoKey> | undefined;
  const sealingKey = () => {
    key ??= (async () => {
      const fresh = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
      const kept = await database.putIfAbsent(keyName, fresh);
      return kept instanceof CryptoKey ? kept : fresh;
    })();
    return key;
  };
  const names = async () => (await database.keys()).filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));

  return {
    get length() {
      return names().then((all) => all.length);
    },
    key: async (index) => (await names())[index] ?? null,
    async getItem(name) {
      const kept = await database.get(prefix + name);
      if (!isSealed(kept)) return null;
      try {
        return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv: kept.iv }, await sealingKey(), kept.data));
      } catch {
        return null;
      }
    },
    async setItem(name, value) {
      const iv = crypto.getRandomValues(new Uint8Array(12));
      const data = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealingKey(), new TextEncoder().encode(value));
      await database.put(prefix + name, { iv, data } satisfies Sealed);
    },
    removeItem: (name) => database.remove(prefix + name),
    clear: async () => {
      for (const name of await names()) await database.remove(prefix + name);
    },
  };
}
