import { signatureField, tombstoneBody } from "@airlock/contract";

/** Admits everything, for tests of code behind the gate. */
export const openGate = { admits: () => true, settled: (revision: number) => revision, held: () => [] };

export function tombstone(key: string, revision: number) {
  const text = signatureField(tombstoneBody, { masterKey: "test", sequence: revision, mac: "" });
  return { key, revision, value: undefined, text };
}
