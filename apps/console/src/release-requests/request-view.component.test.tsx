import {
  noReleasePolicy,
  type ActionName,
  type GateResult,
  type RequestEvent,
  type WholeComparisonFields,
  type WholeReleaseRequestFields,
} from "@airlock/contract";
import { emptyDefinition, newNode, type Definition } from "@airlock/flow";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { RequestView } from "./request-view.tsx";

const gate = (name: GateResult["gate"], status: GateResult["status"], value: string, limit: string, reason = ""): GateResult => ({
  gate: name,
  status,
  value,
  limit,
  reason,
});
const green = [gate("testCases", "passed", "12 of 12 pass", "all must pass"), gate("changedOutcomes", "passed", "1.4%", "at most 2%")];
const event = (by: string, kind: RequestEvent["kind"], more: Partial<RequestEvent> = {}): RequestEvent => ({
  kind,
  text: "",
  versionName: "v8",
  date: "2026-11-13T15:31:00.000Z",
  by,
  byWss: by.toLowerCase(),
  isVoid: false,
  ...more,
});
const fields: WholeReleaseRequestFields = {
  webSafeString: "R1",
  solutionWss: "S1",
  solutionName: "Personal loan",
  number: 3,
  versionWss: "V8",
  versionName: "v8",
  liveVersionWss: "V7",
  liveVersionName: "v7",
  description: "Fewer applicants go to underwriting.",
  status: "open",
  policy: { ...noReleasePolicy, approvals: 2, gates: { ...noReleasePolicy.gates, testCases: true, changedOutcomes: 2 } },
  approvals: 1,
  gatesState: "done",
  gatesDate: "2026-11-13T10:14:00.000Z",
  gates: green,
  blockedBy: ["1 of 2 approvals."],
  comparisonWss: "C1",
  datasourceComparisonWss: null,
  datasourceProblem: "",
  releaseWss: null,
  isBypassed: false,
  createdDate: "2026-11-13T10:12:00.000Z",
  createdBy: "Mara Visser",
  createdByWss: "mara",
  revision: 1,
  thread: [event("Lena", "approved", { text: "Watch the 41." })],
  mayNotApprove: "",
};

const before = emptyDefinition();
const after: Definition = {
  ...before,
  solutionDefinition: {
    ...before.solutionDefinition,
    nodes: [...before.solutionDefinition.nodes, { ...newNode("SetState", "set", 300, 200), label: "Employment" }],
  },
};
const side = { solutionWss: "S1", solutionName: "Personal loan", experimentResultWss: null, isChanged: false };
const compared: WholeComparisonFields = {
  webSafeString: "C1",
  status: "done",
  message: "",
  rows: 1000,
  totalRows: 1000,
  created: "2026-11-13T10:12:00.000Z",
  ended: "2026-11-13T10:14:00.000Z",
  left: { ...side, versionWss: "V7", versionName: "v7" },
  right: { ...side, versionWss: "V8", versionName: "v8" },
  executionsOf: "left",
  start: "2026-10-17T00:00:00.000Z",
  end: "2026-11-15T00:00:00.000Z",
  datasource: null,
  records: "all",
  fieldMapping: [],
  carry: [],
  outcomeField: "result",
  summary: {
    compared: 1000,
    changed: 14,
    differing: 20,
    unanswered: 3,
    unreadable: 0,
    outcomes: [
      { outcome: "Approve", left: 500, right: 514 },
      { outcome: "Refer", left: 500, right: 486 },
    ],
    moves: [
      { from: "Approve", to: "Approve", count: 500 },
      { from: "Refer", to: "Approve", count: 14 },
      { from: "Refer", to: "Refer", count: 486 },
    ],
    nodes: [],
    links: [],
  },
  leftDefinition: before,
  rightDefinition: after,
};

const overLoans: WholeComparisonFields = {
  ...compared,
  webSafeString: "C2",
  executionsOf: null,
  start: null,
  end: null,
  datasource: { webSafeString: "D1", name: "Loans 2025", type: "LinkedStorage", importWss: null, recordCount: 5000 },
  summary: { ...compared.summary, compared: 4900, changed: 490, unanswered: 0, unreadable: 100 },
};
const withDatasource = { ...fields.policy, datasource: { datasourceId: "D1", fieldMapping: [], records: "all" as const } };

const actionLinks = {
  approve: "PUT",
  reject: "PUT",
  comments: "POST",
  release: "PUT",
  bypass: "PUT",
  version: "PUT",
  withdraw: "PUT",
  gates: "PUT",
} as const;

interface Sent {
  readonly name: ActionName;
  readonly body: unknown;
}

/** The page with this request; returns what its buttons send. */
async function show(
  request: Partial<WholeReleaseRequestFields>,
  comparison: Partial<WholeComparisonFields> = {},
): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const link = (href: string, ...allow: readonly string[]) => ({ href, allow });
  const client = {
    get: (name: ActionName, href: string) => {
      if (name === "comparison.read" && href.endsWith("C2")) {
        return Promise.resolve({ _embedded: overLoans, _links: { records: link("/records", "GET") } });
      }
      if (name === "comparison.read") {
        return Promise.resolve({ _embedded: { ...compared, ...comparison }, _links: { records: link("/records", "GET") } });
      }
      if (name === "solution.read") return Promise.resolve({ _embedded: {}, _links: { versions: link("/versions", "GET") } });
      if (name === "comparison.records") return Promise.resolve({ _embedded: { total: 14 }, _links: {}, items: [] });
      return new Promise(() => undefined);
    },
    all: () =>
      Promise.resolve({
        _links: {},
        items: ["v7", "v8", "v9"].map((versionName) => ({
          _embedded: { webSafeString: versionName.toUpperCase(), versionName },
          _links: {},
        })),
      }),
    send: (name: ActionName, _method: string, _href: string, { body }: { readonly body?: unknown } = {}) => {
      sent.push({ name, body });
      return Promise.resolve({ _embedded: { ...fields, ...request }, _links: {} });
    },
  };
  const profile = {
    _embedded: { webSafeString: "joost", firstName: "Joost", name: "de Wit", permissions: ["versions.list"] },
    _links: { comparison: link("/comparisons/{comparisonId}", "GET"), solutions: link("/solutions", "GET") },
  };
  // Only what the page uses of the session.
  const session = signedInSession(client, profile);
  const links =
    request.status === undefined
      ? Object.fromEntries(Object.entries(actionLinks).map(([rel, method]) => [rel, link(`/${rel}`, method)]))
      : {};
  const view = () => <RequestView request={{ _embedded: { ...fields, ...request }, _links: links as never }} />;
  const router = createRouter({ routeTree: createRootRoute({ component: view }), history: createMemoryHistory() });
  await render(
    <TestProviders session={session}>
      {/* The product's routes are not needed: links are only drawn. */}
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  return sent;
}

const button = (name: string) => page.getByRole("button", { name });

test("gates, what changed and what it would have done are on one page, and an approval carries the version and the comment", async () => {
  const sent = await show({});
  await expect.element(page.getByRole("heading", { name: "Mara Visser asks to release v8 of Personal loan" })).toBeVisible();
  await expect.element(page.getByText("2 of 2 pass")).toBeVisible();
  await expect.element(page.getByText("Employment was added.")).toBeVisible();
  await expect.element(page.getByText("1.4%").first()).toBeVisible();
  await expect.element(page.getByText("14 of 1,000 executions")).toBeVisible();
  await expect.element(page.getByText("3 could not be compared")).toBeVisible();
  await expect.element(page.getByText("Requested it, so cannot approve it")).toBeVisible();
  await expect.element(page.getByText("Joost de Wit, you")).toBeVisible();
  await expect.element(button("Approve")).toBeDisabled();
  await expect.element(button("Release now")).toBeDisabled();
  await userEvent.fill(page.getByLabelText("Your comment"), "Went through the 41.");
  await expect.element(page.getByText("Yours is the last approval. v8 can be released then.")).toBeVisible();
  await userEvent.click(button("Approve"));
  expect(sent).toEqual([{ name: "releaseRequest.approve", body: { versionWss: "V8", comment: "Went through the 41." } }]);
});

test("a red gate and one that was not evaluated block the approval and say why", async () => {
  await show({
    gates: [
      gate("testCases", "failed", "11 of 12 pass", "all must pass", "Thin file: expected Approve, got Refer."),
      gate("drift", "notEvaluated", "not evaluated", "no drift", "No live decisions yet."),
    ],
  });
  await expect.element(page.getByText("2 of 2 block")).toBeVisible();
  await expect.element(page.getByText("Thin file: expected Approve, got Refer.")).toBeVisible();
  await userEvent.fill(page.getByLabelText("Your comment"), "Fine");
  await expect.element(page.getByText("Approve waits for 2 gates: Test cases, Drift.")).toBeVisible();
  await expect.element(button("Approve")).toBeDisabled();
  await expect.element(button("Reject")).toBeEnabled();
});

test("while gates run, nothing of an earlier run is shown", async () => {
  await show({ gatesState: "running", comparisonWss: null });
  await expect.element(page.getByText("The gates are running. This page follows them.")).toBeVisible();
  await expect.element(page.getByText("The comparison starts with the gates.")).toBeVisible();
  expect(page.getByText("12 of 12 pass").elements()).toEqual([]);
  await expect.element(button("Run again")).toBeDisabled();
});

test("an approved request is released by one press, with its version", async () => {
  const sent = await show({
    approvals: 2,
    blockedBy: [],
    mayNotApprove: "You have approved this version.",
    thread: [event("Lena", "approved", { isVoid: true, versionName: "v6" }), event("Joost", "approved")],
  });
  await expect.element(page.getByText("2 of 2", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Approved v6; no longer counts")).toBeVisible();
  await expect.element(page.getByText("Nothing blocks the release.")).toBeVisible();
  await userEvent.click(button("Release now"));
  expect(sent).toEqual([{ name: "releaseRequest.release", body: { versionWss: "V8" } }]);
});

test("an approved request is scheduled for a time in the future", async () => {
  const sent = await show({ approvals: 2, blockedBy: [] });
  await userEvent.click(button("Schedule..."));
  const schedule = page.getByRole("dialog", { name: "Schedule v8" });
  await expect.element(schedule.getByRole("button", { name: "Schedule" })).toBeDisabled();
  await userEvent.fill(schedule.getByLabelText("Begins"), "2020-01-01T09:00");
  await expect.element(schedule.getByText("Choose a time in the future.")).toBeVisible();
  await expect.element(schedule.getByRole("button", { name: "Schedule" })).toBeDisabled();
  await userEvent.fill(schedule.getByLabelText("Begins"), "2099-01-01T09:00");
  await userEvent.click(schedule.getByRole("button", { name: "Schedule" }));
  expect(sent).toEqual([{ name: "releaseRequest.release", body: { versionWss: "V8", beginsDate: "2099-01-01T08:00:00.000Z" } }]);
  await expect.element(schedule).not.toBeInTheDocument();
});

test("a fix replaces the version; neither the live nor the requested one is offered", async () => {
  const sent = await show({});
  await userEvent.click(button("Replace version..."));
  const replace = page.getByRole("dialog", { name: "Replace v8" });
  await userEvent.click(replace.getByRole("combobox"));
  expect(
    page
      .getByRole("option")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["v9"]);
  await userEvent.click(page.getByRole("option", { name: "v9" }));
  await userEvent.fill(replace.getByLabelText("Comment"), " The bound is 620 again. ");
  await userEvent.click(replace.getByRole("button", { name: "Replace version" }));
  expect(sent).toEqual([{ name: "releaseRequest.replace", body: { versionWss: "V9", comment: "The bound is 620 again." } }]);
  await expect.element(replace).not.toBeInTheDocument();
});

test("users cannot approve their own change", async () => {
  await show({
    createdByWss: "joost",
    createdBy: "Joost de Wit",
    mayNotApprove: "It is your own change: another user has to approve it.",
  });
  await userEvent.fill(page.getByLabelText("Your comment"), "Mine");
  await expect.element(button("Approve")).toBeDisabled();
  await expect.element(page.getByText("It is your own change: another user has to approve it.")).toBeVisible();
  await expect.element(page.getByText("Joost de Wit, you")).toBeVisible();
});

test("over no executions nothing was compared, and no share is shown", async () => {
  await show({ gates: [] }, { summary: { ...compared.summary, compared: 0, changed: 0, unanswered: 0, outcomes: [], moves: [] } });
  await expect.element(page.getByText("Nothing was compared: v7 has no executions.")).toBeVisible();
  expect(page.getByText("%").elements()).toEqual([]);
});

test("both comparisons are shown, and a gate says over what it was evaluated", async () => {
  await show({
    policy: withDatasource,
    datasourceComparisonWss: "C2",
    gates: [
      { ...gate("changedOutcomes", "passed", "1.4%", "at most 2%"), over: "executions" },
      { ...gate("changedOutcomes", "failed", "9.8%", "at most 2%", "490 of 5,000 records of Loans 2025."), over: "datasource" },
    ],
  });
  await expect.element(page.getByText("1 of 2 blocks")).toBeVisible();
  const row = page.getByRole("region", { name: "Gates" }).getByRole("listitem").filter({ hasText: "Outcomes changed, datasource" });
  await expect.element(row).toHaveTextContent("Failed: Outcomes changed, datasource9.8%at most 2%490 of 5,000 records of Loans 2025.");
  await expect.element(page.getByRole("region", { name: "What it would have done" }).getByText("14 of 1,000 executions")).toBeVisible();
  const loans = page.getByRole("region", { name: "Over the datasource" });
  await expect.element(loans.getByText("5,000 records of Loans 2025, run in v8")).toBeVisible();
  // Rows that could not be decided are part of the share, as in the gate.
  await expect.element(loans.getByText("490 of 5,000 records")).toBeVisible();
  await expect.element(loans.getByRole("link", { name: "Show all 490" })).toHaveAttribute("href", expect.stringContaining("C2"));
  await userEvent.fill(page.getByLabelText("Your comment"), "Fine");
  await expect.element(page.getByText("Approve waits for 1 gate: Outcomes changed, datasource.")).toBeVisible();
});

test("a datasource that the versions cannot run over says why", async () => {
  await show({ policy: withDatasource, datasourceProblem: "Loans 2025 is not imported." });
  await expect.element(page.getByText("Nothing was compared. Loans 2025 is not imported.")).toBeVisible();
});

test("the first release has nothing to compare with", async () => {
  await show({ liveVersionWss: null, liveVersionName: "", comparisonWss: null });
  await expect.element(page.getByText("Nothing was compared: nothing is live yet.")).toBeVisible();
  await expect.element(page.getByText(/^Nothing is live yet: v8 is the first version that answers/)).toBeVisible();
});

test("a bypass needs a reason", async () => {
  const sent = await show({});
  await userEvent.click(button("Bypass..."));
  await expect.element(button("Bypass and release")).toBeDisabled();
  await userEvent.fill(page.getByLabelText("Reason"), "Limits were wrong");
  await userEvent.click(button("Bypass and release"));
  expect(sent).toEqual([{ name: "releaseRequest.bypass", body: { versionWss: "V8", reason: "Limits were wrong" } }]);
});

test("a closed request takes no decision", async () => {
  await show({ status: "rejected", mayNotApprove: "This release request is no longer open." });
  await expect.element(page.getByText("This request is closed.")).toBeVisible();
  expect(page.getByLabelText("Your comment").elements()).toEqual([]);
  expect(button("Approve").elements()).toEqual([]);
});
