import { expect, test } from "vitest";
import { connectionTrouble } from "./went-wrong.ts";

test.each([
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate is not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate is not trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "its certificate is not trusted"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host"],
])("the certificate of a private authority, or of another host, is reported: %s", (code, trouble) => {
  expect(connectionTrouble(new Error("fetch failed", { cause: Object.assign(new Error("tls"), { code }) }))).toBe(trouble);
});
