import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/**
 * Envelope encryption of stored secrets: each is encrypted with a data key of its own, and the data key with a master key from the configuration. To
 * rotate, a new master key is put before the old one; `rewrap` then encrypts the data keys again, and the old one can be removed.
 */
export interface SealedSecret {
  /** The id of the master key. */
  readonly masterKey: string;
  readonly sealedDataKey: Buffer;
  readonly sealed: Buffer;
}

export interface SecretBox {
  /** `owner` is authenticated: a sealed secret that is moved to another owner's row cannot be opened. */
  readonly seal: (text: string, owner: string) => SealedSecret;
  readonly open: (secret: SealedSecret, owner: string) => string;
  /** The same secret under the current master key; undefined if it already is. */
  readonly rewrap: (secret: SealedSecret, owner: string) => SealedSecret | undefined;
  /** The id of the master key that seals. */
  readonly presentKey: string;
}

/** The secret cannot be opened: its master key is not configured, or it was altered. */
export class SecretUnreadable extends Error {}

export interface MasterKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The owner of a web call's secret: its value can be used neither by another organisation nor as another secret of the same one. */
export function webSecretOwner(organisationId: string, secretId: string): string {
  return `web ${organisationId} ${secretId}`;
}

const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Parses `id:base64` of each, separated by commas, the current one first. Throws with a message that names the wrong entry, never with a key. */
export function readMasterKeys(text: string): readonly [MasterKey, ...MasterKey[]] {
  const keys = text.split(",").map((entry, index) => {
    const [, id, encoded] = /^\s*([A-Za-z0-9_.-]{1,64}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(entry) ?? [];
    if (id === undefined || encoded === undefined) throw new Error(`Master key ${index + 1} is not of the form id:base64.`);
    const key = Buffer.from(encoded, "base64");
    if (key.length !== keyBytes) throw new Error(`Master key ${id} has ${key.length} bytes instead of ${keyBytes}.`);
    return { id, key };
  });
  if (new Set(keys.map(({ id }) => id)).size < keys.length) throw new Error("Two master keys have the same id.");
  const [present, ...older] = keys;
  // Splitting a text always returns at least one entry.
  return [present as MasterKey, ...older];
}

export function createSecretBox(masterKeys: readonly [MasterKey, ...MasterKey[]]): SecretBox {
  const [present] = masterKeys;

  function masterKeyNamed(id: string): Buffer {
    const found = masterKeys.find((key) => key.id === id);
    if (found === undefined) throw new SecretUnreadable(`The master key ${id} is not configured.`);
    return found.key;
  }
  function openDataKey(secret: SealedSecret, owner: string): Buffer {
    return decrypt(masterKeyNamed(secret.masterKey), secret.sealedDataKey, `key ${secret.masterKey} ${owner}`);
  }
  function sealDataKey(dataKey: Buffer, owner: string): Pick<SealedSecret, "masterKey" | "sealedDataKey"> {
    return { masterKey: present.id, sealedDataKey: encrypt(present.key, dataKey, `key ${present.id} ${owner}`) };
  }

  return {
    presentKey: present.id,
    seal: (text, owner) => {
      const dataKey = randomBytes(keyBytes);
      return { ...sealDataKey(dataKey, owner), sealed: encrypt(dataKey, Buffer.from(text, "utf8"), `secret ${owner}`) };
    },
    open: (secret, owner) => decrypt(openDataKey(secret, owner), secret.sealed, `secret ${owner}`).toString("utf8"),
    rewrap: (secret, owner) => {
      if (secret.masterKey === present.id) return undefined;
      return { ...sealDataKey(openDataKey(secret, owner), owner), sealed: secret.sealed };
    },
  };
}

/**
 * Nonce, tag and ciphertext in one buffer. Random nonces are safe here: a data key encrypts a handful of texts, a master key a few thousand data
 * keys.
 */
function encrypt(key: Buffer, plain: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(boundTo, "utf8"));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function decrypt(key: Buffer, packed: Buffer, boundTo: string): Buffer {
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, packed.subarray(0, nonceBytes), { authTagLength: tagBytes });
    decipher.setAAD(Buffer.from(boundTo, "utf8"));
    decipher.setAuthTag(packed.subarray(nonceBytes, nonceBytes + tagBytes));
    return Buffer.concat([decipher.update(packed.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch (error) {
    throw new SecretUnreadable("The secret was altered or belongs to another owner.", { cause: error });
  }
}
