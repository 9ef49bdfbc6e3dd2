import type { ActionName, Rate, RolloutFields, RolloutResultFields, ShadowResultFields } from "@airlock/contract";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../../api/api-problem.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { RolloutView } from "./rollout-view.tsx";

const rollout: RolloutFields = {
  webSafeString: "R1",
  solutionWss: "S1",
  solutionName: "Personal loan",
  number: 2,
  kind: "split",
  status: "running",
  versionWss: "V23",
  versionName: "v23",
  liveVersionWss: "V22",
  liveVersionName: "v22",
  share: 20,
  field: "customer_id",
  steps: [],
  step: 0,
  stepDate: null,
  nextStepDate: null,
  guards: [
    { measure: "failedShare", limit: 2, minimum: 200 },
    { measure: "p99Millis", limit: 60, minimum: 200 },
  ],
  guardStates: [
    { measure: "failedShare", state: "holds", value: 0.05, decisions: 32_264 },
    { measure: "p99Millis", state: "tooFew", value: null, decisions: 120 },
  ],
  knownOutcome: { datasourceWss: "D1", executionColumn: "c1", outcomeColumn: "c2", value: "yes", name: "Default rate" },
  reason: "New second-instalment score.",
  message: "",
  releaseRequestWss: null,
  createdDate: "2026-10-23T09:00:00.000Z",
  createdBy: "Mara Visser",
  beganDate: "2026-10-23T09:00:30.000Z",
  endedDate: null,
  revision: 1,
};

const rate = (count: number, of: number, low: number, high: number): Rate => ({ count, of, value: of === 0 ? 0 : count / of, low, high });
const arm = (name: "champion" | "challenger", executions: number, approved: number, known: Rate) => ({
  arm: name,
  versionWss: name === "champion" ? "V22" : "V23",
  versionName: name === "champion" ? "v22" : "v23",
  executions,
  failed: rate(12, executions, 0, 0.001),
  p99Millis: 38,
  outcomes: [
    { outcome: "Approve", rate: rate(approved, executions, 0.7, 0.74) },
    { outcome: "Decline", rate: rate(executions - approved, executions, 0.2, 0.3) },
  ],
  knownOutcome: known,
});
const known = { champion: rate(770, 27_048, 0.0266, 0.0305), challenger: rate(172, 6_918, 0.0214, 0.0288) };
const results: RolloutResultFields = {
  solutionWss: "S1",
  arms: [arm("champion", 129_236, 92_016, known.champion), arm("challenger", 32_264, 23_553, known.challenger)],
  differences: [
    { measure: "knownOutcome", outcome: "Default rate", difference: -0.0036, low: -0.0078, high: 0.0006, p: 0.09, isSignificant: false },
    { measure: "outcome", outcome: "Approve", difference: 0.018, low: 0.013, high: 0.023, p: 0.0001, isSignificant: true },
  ],
  needed: 45_400,
  daysToGo: 8.6,
  primary: "Default rate",
  points: ["2026-10-27", "2026-11-04", "2026-11-17"].map((date) => ({ date: `${date}T00:00:00.000Z`, ...known })),
};
const shadow: ShadowResultFields = {
  solutionWss: "S1",
  compared: 6_735,
  same: 6_681,
  changed: 54,
  failed: 2,
  notComparable: 27,
  dropped: 3,
  moves: [
    { from: "Refer", to: "Approve", count: 52 },
    { from: "Approve", to: "Failed", count: 2 },
  ],
  differences: [
    { executionWss: "E1", date: "2026-11-17T09:12:44.000Z", from: "Refer", to: "Approve", status: "completed" },
    { executionWss: "E2", date: "2026-11-17T09:02:44.000Z", from: "Approve", to: "Failed", status: "failed" },
  ],
};

const repayments = {
  webSafeString: "D1",
  name: "bnpl_repayments",
  status: "ready",
  recordCount: 900,
  selectedColumns: [],
  columns: [
    { name: "execution", key: "c1", type: "STRING" },
    { name: "defaulted", key: "c2", type: "STRING" },
    { name: "late", key: "c3", type: "STRING" },
  ],
};

interface Sent {
  readonly name: ActionName;
  readonly body: unknown;
}

/** The page of a rollout; returns what its buttons send. */
async function show(
  fields: Partial<RolloutFields>,
  answers: { results?: RolloutResultFields | null; shadow?: ShadowResultFields; refusal?: ApiProblem } = {},
) {
  const sent: Sent[] = [];
  const link = (href: string, ...allow: readonly string[]) => ({ href, allow });
  const client = {
    list: () => Promise.resolve({ items: [{ _embedded: repayments, _links: {} }], _links: {} }),
    get: (name: ActionName) => {
      if (name === "datasource.read") return Promise.resolve({ _embedded: repayments, _links: {} });
      if (name === "rollout.shadow") return Promise.resolve({ _embedded: answers.shadow ?? shadow, _links: {} });
      if (answers.results !== null) return Promise.resolve({ _embedded: answers.results ?? results, _links: {} });
      const problem = {
        status: 503,
        code: "STATISTICS_UNAVAILABLE",
        message: "Not available",
        description: "Try again.",
        correlationId: "-",
      };
      return Promise.reject(new ApiProblem(problem));
    },
    send: (name: ActionName, _method: string, _href: string, { body }: { readonly body?: unknown } = {}) => {
      sent.push({ name, body });
      if (answers.refusal !== undefined) return Promise.reject(answers.refusal);
      return Promise.resolve({ _embedded: { ...rollout, ...fields }, _links: {} });
    },
  };
  const isRunning = (fields.status ?? "running") === "running";
  const links = {
    results: link("/results", "GET"),
    shadow: link("/shadow", "GET"),
    ...(fields.kind !== "shadow" && { knownOutcome: link("/known-outcome", "PUT") }),
    ...(isRunning && { share: link("/share", "PUT"), end: link("/end", "PUT"), promote: link("/promote", "PUT") }),
  };
  const profile = { _embedded: { permissions: [] }, _links: { datasources: link("/datasources", "GET") } };
  const view = () => <RolloutView rollout={{ _embedded: { ...rollout, ...fields }, _links: links as never }} />;
  const router = createRouter({ routeTree: createRootRoute({ component: view }), history: createMemoryHistory() });
  await render(
    // Only what the page uses of the session.
    <TestProviders session={signedInSession(client, profile)}>
      {/* The product's routes are not needed: links are only drawn. */}
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  return sent;
}

const region = (name: string) => page.getByRole("region", { name });
const press = (name: string) => userEvent.click(page.getByRole("button", { name }));

test("a split shows its verdict, both versions, the measures and the guards", async () => {
  await show({});
  const verdict = region("Verdict");
  await expect.element(verdict.getByRole("heading", { name: "Not significant yet, about 9 days to go" })).toBeVisible();
  await expect.element(verdict.getByText("33,966 of about 45,400")).toBeVisible();
  await expect.element(verdict.getByRole("progressbar", { name: "Decisions with a known outcome" })).toHaveAttribute("aria-valuenow", "75");
  const champion = region("Champion v22");
  await expect.element(champion.getByText("80%", { exact: true })).toBeVisible();
  await expect.element(champion.getByText("2.66% to 3.05%")).toBeVisible();
  const challenger = region("Challenger v23");
  await expect.element(challenger.getByText("20%", { exact: true })).toBeVisible();
  await expect.element(challenger.getByText("172 of 6,918")).toBeVisible();
  const measures = region("Measures of both versions");
  await expect.element(measures.getByRole("row", { name: /^Default rate/ })).toMatchTextContent("-0.36-0.78 to +0.06Not yetp = 0.09");
  await expect.element(measures.getByRole("row", { name: /^Approve/ })).toMatchTextContent("+1.8+1.3 to +2.3Yes");
  const guards = region("States of the guards");
  await expect.element(guards.getByRole("row", { name: /^Failed share/ })).toMatchTextContent("Holds0.05%2%32,264from 200");
  await expect.element(guards.getByRole("row", { name: /^99th percentile/ })).toMatchTextContent("Too few decisions-60 ms120from 200");
});

test("the chart can be walked by keys, and read as a table", async () => {
  await show({});
  const chart = page.getByRole("slider", { name: "Default rate of v22 and v23 over time" });
  await expect.element(chart).toHaveAttribute("aria-valuetext", expect.stringContaining("v23 2.49% (2.14% to 2.88%)"));
  await press("Show Default rate as a table");
  await expect.element(page.getByRole("table", { name: "Default rate" }).getByRole("row")).toHaveLength(4);
});

test("a significant difference needs no progress", async () => {
  const [first, ...rest] = results.differences;
  await show({}, { results: { ...results, differences: [{ ...first!, p: 0.01, isSignificant: true }, ...rest], daysToGo: 0 } });
  await expect.element(page.getByRole("heading", { name: "Significant: Default rate is lower with v23" })).toBeVisible();
  expect(page.getByRole("progressbar").elements()).toEqual([]);
});

test("the share is changed, the rollout ended, and the challenger promoted, each with what was filled in", async () => {
  const sent = await show({});
  await press("Change share...");
  await expect.element(page.getByRole("button", { name: "Change share", exact: true })).toBeDisabled();
  await userEvent.fill(page.getByLabelText("Share of the calls, %"), "50");
  await userEvent.click(page.getByRole("button", { name: "Change share", exact: true }));
  await press("End split...");
  await userEvent.fill(page.getByLabelText("Reason"), "Enough seen.");
  await userEvent.click(page.getByRole("button", { name: "End split", exact: true }));
  await press("Promote challenger...");
  await userEvent.click(page.getByRole("button", { name: "Release v23", exact: true }));
  expect(sent).toEqual([
    { name: "rollout.change", body: { share: 50 } },
    { name: "rollout.end", body: { reason: "Enough seen." } },
    { name: "rollout.promote", body: { reason: "" } },
  ]);
});

test("a rollback says why, when, and who was mailed, and nothing more can be done", async () => {
  const message = "Failed share 8.3%, at most 2%.";
  await show({ status: "rolledBack", message, endedDate: "2026-11-17T09:12:44.000Z" });
  const note = page.getByRole("alert");
  await expect.element(note).toMatchTextContent(message);
  await expect.element(note).toMatchTextContent("v22 answers every call again. Everyone who may release was mailed.");
  await expect.element(note).toMatchTextContent(/Rolled back on 17 Nov 2026/);
  expect(page.getByRole("button", { name: "End split..." }).elements()).toEqual([]);
});

test("a ramp shows which steps are done, which is current, and when the next begins", async () => {
  const steps = [1, 10, 50, 100].map((share) => ({ share, minutes: 240 }));
  const dates = { stepDate: "2026-11-17T09:00:00.000Z", nextStepDate: "2026-11-17T13:00:00.000Z" };
  await show({ kind: "ramp", share: 10, steps, step: 1, ...dates });
  const list = region("Steps");
  await expect.element(list.getByRole("heading", { name: "Step 2 of 4" })).toBeVisible();
  await expect.element(list.getByText(/^50% of the calls on 17 Nov 2026, .*, if every guard holds\.$/)).toBeVisible();
  const items = list.getByRole("listitem").elements();
  expect(items.map((item) => item.getAttribute("aria-current"))).toEqual([null, "step", null, null]);
  expect(items[0]?.textContent).toContain("done");
  expect(items[3]?.textContent).toContain("for 4 hours");
});

test("before the runtimes serve the version, the page says what it waits for", async () => {
  const none = { ...results, differences: [], points: [], primary: "", needed: null, daysToGo: null };
  await show({ beganDate: null }, { results: none });
  await expect.element(page.getByText("Waiting until every runtime serves v23. Calls reach it from then on.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "No decisions to compare yet" })).toBeVisible();
});

test("results that cannot be read leave the actions and the guards", async () => {
  await show({}, { results: null });
  await expect.element(page.getByRole("alert")).toMatchTextContent("STATISTICS_UNAVAILABLE");
  await expect.element(page.getByRole("button", { name: "End split..." })).toBeVisible();
  await expect.element(region("States of the guards")).toBeVisible();
});

test("a shadow shows what it would have changed, from what to what, and links to the executions", async () => {
  await show({ kind: "shadow", share: 100, field: null, guards: [], guardStates: [], knownOutcome: null });
  await expect.element(page.getByRole("heading", { name: "0.80% of the outcomes would differ" })).toBeVisible();
  await expect.element(region("Compared")).toMatchTextContent("Compared6,735decisions of both versions");
  await expect.element(region("Compared")).toMatchTextContent("Not comparable27");
  await expect.element(region("Compared")).toMatchTextContent("Dropped3");
  await expect.element(region("From and to").getByRole("listitem").first()).toMatchTextContent("Refer to Approve52");
  const newest = page.getByRole("table").getByRole("row");
  await expect.element(newest.nth(1).getByRole("link")).toHaveAttribute("href", "/execution/E1");
  await expect.element(newest.nth(2)).toMatchTextContent("Failed");
  expect(region("Guards").elements()).toEqual([]);
});

test("a shadow that changes nothing says so", async () => {
  const same = { ...shadow, same: shadow.compared, changed: 0, failed: 0, moves: [], differences: [] };
  await show({ kind: "shadow", share: 100, field: null, guards: [], guardStates: [], knownOutcome: null }, { shadow: same });
  await expect.element(page.getByRole("heading", { name: "No outcomes changed" })).toBeVisible();
});

test("the known outcome of a finished rollout can be changed and removed", async () => {
  const sent = await show({ status: "ended", endedDate: "2026-11-17T09:12:44.000Z" });
  await press("Known outcome...");
  const dialog = page.getByRole("dialog", { name: "Known outcome" });
  await expect.element(dialog.getByRole("combobox", { name: "Datasource" })).toHaveValue("bnpl_repayments");
  await expect.element(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await userEvent.click(dialog.getByRole("combobox", { name: "Outcome" }));
  await userEvent.click(page.getByRole("option", { name: "late" }));
  await userEvent.fill(dialog.getByLabelText("Name of the rate"), "Late rate");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await press("Known outcome...");
  await userEvent.click(dialog.getByRole("checkbox", { name: /^A datasource has/ }));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const knownOutcome = { datasourceWss: "D1", executionColumn: "c1", outcomeColumn: "c3", value: "yes", name: "Late rate" };
  expect(sent).toEqual([
    { name: "rollout.knownOutcome", body: { knownOutcome } },
    { name: "rollout.knownOutcome", body: { knownOutcome: null } },
  ]);
});

test("a datasource that was deleted meanwhile is reported at its field", async () => {
  const problem = { status: 404, code: "DATASOURCE_NOT_FOUND", message: "Not found", description: "There is no such datasource." };
  await show({ status: "ended" }, { refusal: new ApiProblem({ ...problem, correlationId: "-" }) });
  await press("Known outcome...");
  const dialog = page.getByRole("dialog", { name: "Known outcome" });
  await userEvent.fill(dialog.getByLabelText("Name of the rate"), "Late rate");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(dialog.getByText("There is no such datasource.")).toBeVisible();
});

test.each([
  ["split", "End the split?", "v22 answers every call from then on. The results are kept."],
  ["ramp", "End the ramp?", "v22 answers every call from then on. The results are kept."],
  ["shadow", "End the shadow?", "v23 stops deciding. Its results are kept."],
] as const)("ending a %s says what happens to calls, and cancelling changes nothing", async (kind, title, text) => {
  const sent = await show({ kind, knownOutcome: null });
  await press(`End ${kind}...`);
  const dialog = page.getByRole("dialog", { name: title });
  await expect.element(dialog.getByText(text)).toBeVisible();
  await expect.element(dialog.getByLabelText("Reason")).toHaveFocus();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent).toEqual([]);
});

test("an end that the runtimes did not confirm leaves the dialog open with its reason", async () => {
  const problem = { status: 503, code: "DEPLOYMENT_NOT_CONFIRMED", message: "Not confirmed", description: "A runtime did not confirm." };
  await show({}, { refusal: new ApiProblem({ ...problem, correlationId: "-" }) });
  await press("End split...");
  const dialog = page.getByRole("dialog", { name: "End the split?" });
  await userEvent.fill(dialog.getByLabelText("Reason"), "Enough seen.");
  await userEvent.click(dialog.getByRole("button", { name: "End split" }));
  await expect.element(dialog.getByLabelText("Reason")).toHaveValue("Enough seen.");
  await expect.element(dialog.getByRole("button", { name: "End split" })).toBeEnabled();
});
