import { noReleasePolicy, type GateResult, type ReleaseRequestFields, type RequestEvent } from "@airlock/contract";
import { expect, test } from "vitest";
import { approvalBlockedBy, approversOf } from "./approvals.ts";
import { approvalHint, eventLook, requestPill } from "./request-words.ts";

const gate = (status: GateResult["status"]): GateResult => ({ gate: "testCases", status, value: "", limit: "", reason: "" });
const policy = { ...noReleasePolicy, approvals: 2, gates: { ...noReleasePolicy.gates, testCases: true } };
const request = {
  status: "open" as const,
  gatesState: "done" as const,
  gates: [gate("passed")],
  approvals: 0,
  policy,
} satisfies Partial<ReleaseRequestFields>;

test("the pill says what a request waits for, gates before approvals", () => {
  expect(requestPill({ ...request, gatesState: "running" }).text).toBe("Gates are running");
  expect(requestPill({ ...request, gates: [gate("failed"), gate("notEvaluated"), gate("passed")] }).text).toBe("Blocked by 2 gates");
  expect(requestPill({ ...request, gates: [gate("notApplicable")] }).text).toBe("Waiting for approval");
  expect(requestPill({ ...request, approvals: 2 }).text).toBe("Ready to release");
  // How it ended comes before what it waited for.
  expect(requestPill({ ...request, status: "withdrawn", gates: [gate("failed")] }).text).toBe("Withdrawn");
});

const event = (byWss: string | null, more: Partial<RequestEvent> = {}): RequestEvent => ({
  kind: "approved",
  text: "Fine",
  versionName: "v8",
  date: "2026-11-13T15:31:00.000Z",
  by: byWss ?? "",
  byWss,
  isVoid: false,
  ...more,
});

test("a person is listed once, by their latest approval, and void ones come last", () => {
  const thread = [event("lena", { isVoid: true }), event("joost", { isVoid: true }), event("lena"), event("mara", { kind: "comment" })];
  expect(approversOf(thread).map(({ key, isVoid }) => [key, isVoid])).toEqual([
    ["lena", false],
    ["joost", true],
  ]);
  expect(approversOf([event(null)])[0]?.name).toBe("A deleted user");
});

test("Approve says what it waits for", () => {
  const judged = { mayNotApprove: "", gates: request.gates, gatesState: "done" as const, policy };
  const title = () => "Test cases";
  expect(approvalBlockedBy(judged, title)).toBeUndefined();
  expect(approvalBlockedBy({ ...judged, mayNotApprove: "It is your own change." }, title)).toBe("It is your own change.");
  expect(approvalBlockedBy({ ...judged, gates: [gate("notEvaluated")] }, title)).toBe("Approve waits for 1 gate: Test cases.");
  expect(approvalBlockedBy({ ...judged, gatesState: "running" }, title)).toBe("Approve waits for the gates, which are running.");
  // Without gates there is nothing to wait for.
  expect(approvalBlockedBy({ ...judged, gates: [], gatesState: "running", policy: noReleasePolicy }, title)).toBeUndefined();
});

test("an approver reads whether theirs is the last approval", () => {
  const of = (approvals: number) => approvalHint({ approvals, policy, versionName: "v8" });
  expect([of(0), of(1), of(2)]).toEqual([
    "1 more approval is needed after yours.",
    "Yours is the last approval. v8 can be released then.",
    "No more approvals are needed.",
  ]);
});

test("entries of the thread say who did what", () => {
  expect(eventLook(event("Lena"))).toMatchObject({ who: "Lena", text: "approved v8", tone: "success" });
  expect(eventLook(event("Lena", { isVoid: true })).tone).toBe("quiet");
  expect(eventLook(event(null, { kind: "gates" }))).toMatchObject({ who: "Airlock", text: "ran the gates of v8" });
  expect(eventLook(event("Lena", { kind: "bypassed" }))).toMatchObject({ tone: "warning" });
});
