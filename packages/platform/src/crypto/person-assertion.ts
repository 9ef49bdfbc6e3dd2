import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from "node:crypto";
import type { MasterKey } from "./secrets.ts";

/**
 * The api's statement to a runtime that a signed-in user may execute one version now. It replaces a key for one call: it is signed with a key derived
 * from a master key, names one version, and expires within seconds. It is sent only from the api to a runtime, never to a client.
 */
interface PersonAssertion {
  readonly organisationId: string;
  readonly userId: string;
  readonly versionId: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export interface PersonAssertions {
  readonly sign: (assertion: PersonAssertion) => string;
  /** Undefined for a text that no master key signed. The caller must check the expiry and the version. */
  readonly verify: (text: string) => PersonAssertion | undefined;
}

const prefix = "alp_";

export function createPersonAssertions(masterKeys: readonly [MasterKey, ...MasterKey[]]): PersonAssertions {
  const keys = masterKeys.map(({ key }) => signingKey(key));
  const mac = (key: KeyObject, body: string) => createHmac("sha256", key).update(body).digest();
  return {
    sign: ({ organisationId, userId, versionId, expires }) => {
      const body = Buffer.from(JSON.stringify([organisationId, userId, versionId, expires])).toString("base64url");
      return `${prefix}${body}.${mac(keys[0] as KeyObject, body).toString("base64url")}`; // There is at least one.
    },
    verify: (text) => {
      const [body = "", given = "", ...rest] = text.startsWith(prefix) ? text.slice(prefix.length).split(".") : [];
      const sent = Buffer.from(given, "base64url");
      const isSigned = keys.some((key) => {
        const expected = mac(key, body);
        return sent.length === expected.length && timingSafeEqual(sent, expected);
      });
      return isSigned && rest.length === 0 ? read(body) : undefined;
    },
  };
}

/** We signed it, so it has this form. */
function read(body: string): PersonAssertion {
  const [organisationId, userId, versionId, expires] = JSON.parse(Buffer.from(body, "base64url").toString()) as [
    string,
    string,
    string,
    number,
  ];
  return { organisationId, userId, versionId, expires };
}

function signingKey(master: Buffer): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", master, "", "airlock person assertions 1", 32)));
}
