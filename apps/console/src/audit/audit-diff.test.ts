import type { AuditFields } from "@airlock/contract";
import { describe, expect, it } from "vitest";
import { auditDiff, fieldTitle, valueText } from "./audit-diff.ts";

const entry = (fields: Partial<AuditFields>): AuditFields => ({
  webSafeString: "e",
  at: "2026-11-15T07:00:00.000Z",
  actorWss: "u",
  actorName: "Maya Visser",
  organisationWss: "o",
  noun: "role",
  recordWss: "r",
  recordName: "Designer",
  change: "updated",
  changed: [],
  before: null,
  after: null,
  correlationId: null,
  hash: "h",
  previousHash: "",
  ...fields,
});

describe("a change, field by field", () => {
  it("has only the fields that an update changed", () => {
    const before = { name: "Designer", description: "Draws" };
    const after = { name: "Designer", description: "Draws and tests" };
    expect(auditDiff(entry({ changed: ["description"], before, after }))).toEqual([
      { field: "description", before: "Draws", after: "Draws and tests" },
    ]);
  });
  it("says of a list what came and what went", () => {
    const before = { permissions: ["users.list", "groups.list"] };
    const after = { permissions: ["groups.list", "audit.list"] };
    expect(auditDiff(entry({ changed: ["permissions"], before, after }))[0]).toMatchObject({
      added: ["audit.list"],
      removed: ["users.list"],
    });
  });
  it("shows the details of an access", () => {
    const after = { address: "192.0.2.7", request: "r" };
    expect(auditDiff(entry({ noun: "execution", change: "read", after }))).toEqual([
      { field: "address", before: undefined, after: "192.0.2.7" },
      { field: "request", before: undefined, after: "r" },
    ]);
  });
  it("shows all of a record that came or went, its ids last", () => {
    const after = { organisationWss: "o", name: "Designer", permissions: [] };
    expect(auditDiff(entry({ change: "created", after })).map(({ field, after: text }) => [field, text])).toEqual([
      ["name", "Designer"],
      ["permissions", "-"],
      ["organisationWss", "o"],
    ]);
    const gone = auditDiff(entry({ change: "deleted", before: { name: "Designer" } }));
    expect(gone).toEqual([{ field: "name", before: "Designer", after: undefined }]);
  });
  it("says that a secret changed, and no more", () => {
    expect(auditDiff(entry({ changed: ["hash"], before: {}, after: {} }))[0]).toMatchObject({
      before: "not recorded",
      after: "not recorded",
    });
  });
});

describe("words", () => {
  it("are read from the names on the wire", () => {
    expect(["emailAddress", "organisationWss", "webSafeString", "userStatus"].map(fieldTitle)).toEqual([
      "Email address",
      "Organisation",
      "Identifier",
      "User status",
    ]);
  });
  it("are found for every value", () => {
    expect([null, "", true, 1204, ["a", "b"], { sha256: "0123456789abcdef", bytes: 2048 }].map(valueText)).toEqual([
      "-",
      "-",
      "yes",
      "1,204",
      "a, b",
      "2,048 bytes, sha256 0123456789ab...",
    ]);
  });
});
