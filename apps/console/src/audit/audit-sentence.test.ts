import { auditChanges, auditNouns, type AuditFields } from "@airlock/contract";
import { describe, expect, it } from "vitest";
import { auditSentence, sentenceText } from "./audit-sentence.ts";
import { nounTitle } from "./audit-words.ts";

const entry = (noun: string, change: AuditFields["change"], recordName: string, more: Partial<AuditFields> = {}) => ({
  noun,
  change,
  recordName,
  changed: [],
  before: null,
  after: null,
  ...more,
});

describe("the sentence of an entry", () => {
  it.each([
    [
      "Started serving Version 1 of Loan check",
      entry("version", "updated", "Loan check: Version 1", { changed: ["desired"], after: { desired: "serving" } }),
    ],
    [
      "Stopped serving Version 1 of Loan check",
      entry("version", "updated", "Loan check: Version 1", { changed: ["desired"], after: { desired: "stopped" } }),
    ],
    ["Created an S3 account", entry("s3Account", "created", "")],
    ["Deleted the S3 account https://s3.example.com", entry("s3Account", "deleted", "https://s3.example.com")],
    ["Created the monitor Failed share", entry("monitor", "created", "Failed share")],
    [
      "Muted the monitor Failed share",
      entry("monitor", "updated", "Failed share", { changed: ["mutedUntil"], after: { mutedUntil: "2026-11-18T09:00:00Z" } }),
    ],
    [
      "Acknowledged a firing of the monitor Failed share",
      entry("firing", "updated", "Failed share", { changed: ["acknowledgedDate", "acknowledgedBy"] }),
    ],
    ["Ended a firing of the monitor Failed share", entry("firing", "updated", "Failed share", { changed: ["endedDate"] })],
    ["Created the list Postcode risk", entry("list", "created", "Postcode risk")],
    ["Published v7 of the list Postcode risk", entry("listVersion", "created", "Postcode risk: v7")],
    ["Withdrew v7 of the list Postcode risk", entry("listVersion", "deleted", "Postcode risk: v7")],
    ["Requested the release of v8 of Loan check", entry("releaseRequest", "created", "Loan check: v8")],
    [
      "Rejected the request to release v8 of Loan check",
      entry("releaseRequest", "updated", "Loan check: v8", { changed: ["status"], after: { status: "rejected" } }),
    ],
    [
      "Replaced the version of a release request by v9 of Loan check",
      entry("releaseRequest", "updated", "Loan check: v9", { changed: ["versionId"] }),
    ],
    [
      "Bypassed approvals and gates to release v8 of Loan check",
      entry("releaseRequestEvent", "created", "Loan check: v8", { after: { kind: "bypassed" } }),
    ],
    [
      "Voided an approval of the release of v8 of Loan check",
      entry("releaseRequestEvent", "updated", "Loan check: v8", { changed: ["isVoid"] }),
    ],
    ["Started a rollout of v8 of Loan check", entry("rollout", "created", "Loan check: v8")],
    [
      "Rolled back the rollout of v8 of Loan check",
      entry("rollout", "updated", "Loan check: v8", { changed: ["status"], after: { status: "rolledBack" } }),
    ],
    ["Set the release policy of Loan check", entry("releasePolicy", "created", "Loan check")],
    ["Changed the release policy of all solutions", entry("releasePolicy", "updated", "")],
    ["Restored the organisation's release policy for Loan check", entry("releasePolicy", "deleted", "Loan check")],
    ["Executed Version 1 of Loan check", entry("version", "executed", "Loan check: Version 1")],
    // Written before entries named the solution.
    ["Created v2", entry("version", "created", "v2")],
    ["Assigned the role Analyst to Lena Brandt", entry("userRole", "created", "Lena Brandt: Analyst")],
    ["Removed the role Analyst from Lena Brandt", entry("userRole", "deleted", "Lena Brandt: Analyst")],
    ["Added Lena Brandt to the group Credit desk", entry("groupMember", "created", "Credit desk: Lena Brandt")],
    ["Revoked the key Load tests of payments", entry("key", "deleted", "payments: Load tests")],
    ["Changed name, description of the role Designer", entry("role", "updated", "Designer", { changed: ["name", "description"] })],
    ["Changed the definition of Loan check", entry("definition", "updated", "Loan check")],
    ["Signed in", entry("signIn", "signedIn", "Maya Visser")],
    ["Sign-in refused for eve@elsewhere.test", entry("signIn", "refused", "eve@elsewhere.test")],
    ["Requested the erasure of a person's executions", entry("erasure", "created", "")],
    ["Cancelled the erasure of a person's executions", entry("erasure", "updated", "", { changed: ["cancelledDate"] })],
    ["Scheduled a shorter retention of executions: 30 days", entry("retention", "created", "", { after: { days: null, nextDays: 30 } })],
    [
      "Cancelled a shorter retention of executions",
      entry("retention", "updated", "", {
        changed: ["nextDate", "nextDays"],
        before: { days: 90, nextDays: 30 },
        after: { days: 90, nextDays: null },
      }),
    ],
    [
      "A shorter retention of executions took effect: 30 days",
      entry("retention", "updated", "", {
        changed: ["days", "nextDate", "nextDays"],
        before: { days: 90, nextDays: 30 },
        after: { days: 30, nextDays: null },
      }),
    ],
    [
      "Set executions to be kept for 90 days",
      entry("retention", "updated", "", { changed: ["days"], before: { days: 30, nextDays: null }, after: { days: 90, nextDays: null } }),
    ],
    ["Set executions to be kept forever", entry("retention", "updated", "", { changed: ["days"], after: { days: null, nextDays: null } })],
    ["Created a novelty", entry("novelty", "created", "")],
  ] as const)("is: %s", (text, given) => {
    expect(sentenceText(given)).toBe(text);
  });

  it("names entities apart from the words, so that they can be set in bold", () => {
    expect(auditSentence(entry("role", "created", "Designer"))).toEqual(["Created ", "the role ", { name: "Designer" }]);
  });

  it("is one for every kind and change, with a word for the kind", () => {
    for (const noun of auditNouns) {
      expect(nounTitle(noun), noun).not.toBe(noun);
      for (const change of auditChanges) expect(sentenceText(entry(noun, change, "Name")), `${noun} ${change}`).toMatch(/^[A-Z]/);
    }
  });
});
