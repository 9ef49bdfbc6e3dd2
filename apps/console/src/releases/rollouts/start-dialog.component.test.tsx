import type { ActionName } from "@airlock/contract";
import { emptyDefinition } from "@airlock/flow";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../../api/api-problem.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { StartDialog } from "./start-dialog.tsx";

interface Sent {
  readonly name: ActionName;
  readonly body: unknown;
}

interface Given {
  readonly perDay?: number;
  /** A field that the api refuses. */
  readonly refused?: string;
  readonly running?: "shadow" | "split";
}

const link = (href: string, ...allow: readonly string[]) => ({ href, allow });
const definition = {
  ...emptyDefinition(),
  applicationDatasetFields: [{ key: "f1", name: "customer_id", type: "String" as const, required: true }],
};
const datasource = {
  webSafeString: "D1",
  name: "bnpl_repayments",
  status: "ready",
  recordCount: 900,
  selectedColumns: [],
  columns: [
    { name: "execution", key: "c1", type: "STRING" },
    { name: "defaulted", key: "c2", type: "STRING" },
  ],
};

/** The dialog beside a live v1; returns what it sends, and where it leads. */
async function show({ perDay = 0, refused, running }: Given = {}) {
  const sent: Sent[] = [];
  const client = {
    get: (name: ActionName) => {
      if (name === "version.stats") return Promise.resolve({ _embedded: { total: perDay }, _links: {} });
      if (name === "version.definition") return Promise.resolve({ _embedded: definition, _links: {} });
      return Promise.resolve({ _embedded: datasource, _links: {} });
    },
    list: () => Promise.resolve({ items: [{ _embedded: datasource, _links: {} }], _links: {} }),
    send: (name: ActionName, _method: string, _href: string, { body }: { readonly body?: unknown } = {}) => {
      sent.push({ name, body });
      if (refused === undefined) return Promise.resolve({ _embedded: { webSafeString: "R1" }, _links: {} });
      const problems = [{ field: refused, code: "unknown", message: "The live version has no input field of this name." }];
      const fields = { status: 400, code: "INVALID_REQUEST", message: "No", description: "No.", correlationId: "-", problems };
      return Promise.reject(new ApiProblem(fields));
    },
  };
  const versions = ["v1", "v2", "v3"].map((versionName) => ({
    _embedded: { webSafeString: versionName.toUpperCase(), versionName },
    _links: { stats: link("/stats", "GET"), definition: link("/definition", "GET") },
  }));
  const solution = { _embedded: { name: "Personal loan" }, _links: { rollouts: link("/rollouts", "POST") } };
  const profile = { _embedded: { permissions: [] }, _links: { datasources: link("/ds", "GET") } };
  const dialog = () => (
    // Only what the dialog uses of the solution, its versions and rollouts.
    <StartDialog
      solution={solution as never}
      versions={versions as never}
      live={{ versionWss: "V1", versionName: "v1" } as never}
      running={running === undefined ? [] : [{ _embedded: { kind: running } } as never]}
      needsRequest={false}
      onClose={() => undefined}
    />
  );
  const router = createRouter({ routeTree: createRootRoute({ component: dialog }), history: createMemoryHistory() });
  await render(
    <TestProviders session={signedInSession(client, profile)}>
      {/* The product's routes are not needed: only the address is checked. */}
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  await expect.element(page.getByRole("dialog", { name: "Start a rollout of Personal loan" })).toBeVisible();
  return { sent, router };
}

const kind = (name: string) => userEvent.click(page.getByRole("radio", { name: new RegExp(`^${name}`) }));
const press = (name: string) => userEvent.click(page.getByRole("button", { name }));
const choose = async (label: string, option: string) => {
  await userEvent.click(page.getByRole("combobox", { name: label }));
  await userEvent.click(page.getByRole("option", { name: option }));
};

test("a split carries its version, share, field and guards, and its page opens", async () => {
  const { sent, router } = await show({ perDay: 20_000 });
  await choose("Version", "v3");
  await userEvent.fill(page.getByLabelText("Share of the calls, %"), "25");
  await choose("Divided by", "customer_id");
  await expect.element(page.getByText("Calls with the same value always reach the same version.")).toBeVisible();
  for (const guard of ["99th percentile", "Outcome mix", "Volume", "Outcome drift"]) {
    await userEvent.click(page.getByRole("checkbox", { name: new RegExp(`^${guard}`) }));
  }
  await userEvent.fill(page.getByLabelText("From decisions"), "300");
  await userEvent.fill(page.getByLabelText("Reason"), " New score. ");
  await press("Start split");
  const guards = [{ measure: "failedShare", limit: 3.5, minimum: 300 }];
  const body = { kind: "split", versionWss: "V3", share: 25, field: "customer_id", guards, knownOutcome: null, reason: "New score." };
  expect(sent).toEqual([{ name: "solution.rollouts.create", body }]);
  await expect.poll(() => router.history.location.pathname).toBe("/admin/rollouts/R1");
});

test("a ramp begins with the steps for its volume, and its shares must rise", async () => {
  const { sent } = await show({ perDay: 20_000 });
  await kind("Ramp");
  await expect.element(page.getByText("Proposed for 20,000 decisions in the last day.")).toBeVisible();
  await expect.element(page.getByLabelText("Share of step 4, %")).toHaveValue("100");
  await userEvent.fill(page.getByLabelText("Share of step 1, %"), "60");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Each step needs a larger share than the one before.");
  await expect.element(page.getByRole("button", { name: "Start ramp" })).toBeDisabled();
  await press("Remove step 1");
  await press("Remove step 1");
  await press("Add step");
  await expect.element(page.getByLabelText("Share of step 2, %")).toHaveValue("75");
  await userEvent.fill(page.getByLabelText("Length of step 1"), "3");
  await choose("Unit of step 1", "days");
  await press("Start ramp");
  expect(sent[0]?.body).toMatchObject({ kind: "ramp", steps: [{ share: 50, minutes: 3 * 1440 }, { share: 75 }, { share: 100 }] });
  expect(sent[0]?.body).not.toHaveProperty("share");
});

test("the length of a step stays in its unit while it is typed", async () => {
  const { sent } = await show({ perDay: 20_000 });
  await kind("Ramp");
  await choose("Unit of step 1", "minutes");
  const length = page.getByLabelText("Length of step 1");
  await userEvent.clear(length);
  // Its first two digits are an hour.
  await userEvent.type(length, "600");
  await expect.element(page.getByRole("combobox", { name: "Unit of step 1" })).toHaveTextContent("minutes");
  await press("Start ramp");
  expect(sent[0]?.body).toMatchObject({ steps: [{ minutes: 600 }, {}, {}, {}] });
});

test("a number outside of its limits is not replaced by the one before when the form is submitted", async () => {
  const { sent } = await show();
  const share = page.getByLabelText("Share of the calls, %");
  await userEvent.fill(share, "0");
  await press("Start split");
  await expect.element(page.getByText("A number from 0.01 to 100")).toBeVisible();
  expect(sent).toEqual([]);
  await expect.element(share).toHaveFocus();
  await userEvent.fill(share, "5");
  await press("Start split");
  expect(sent[0]?.body).toMatchObject({ share: 5 });
});

test("a small volume gets longer steps", async () => {
  await show({ perDay: 40 });
  await kind("Ramp");
  await expect.element(page.getByText("Proposed for 40 decisions in the last day.")).toBeVisible();
  await expect.element(page.getByLabelText("Share of step 1, %")).toHaveValue("50");
  await expect.element(page.getByRole("combobox", { name: "Unit of step 1" })).toHaveTextContent("days");
});

test("a shadow has neither a field nor guards", async () => {
  const { sent } = await show();
  await kind("Shadow");
  expect(page.getByRole("checkbox").elements()).toEqual([]);
  expect(page.getByLabelText("Divided by").elements()).toEqual([]);
  await press("Start shadow");
  expect(sent[0]?.body).toEqual({ kind: "shadow", versionWss: "V2", share: 100, reason: "" });
});

test("a known outcome names its datasource and columns, and must be complete", async () => {
  const { sent } = await show();
  await userEvent.click(page.getByRole("checkbox", { name: /^A datasource has/ }));
  await expect.element(page.getByRole("button", { name: "Start split" })).toBeDisabled();
  await userEvent.click(page.getByRole("combobox", { name: "Datasource" }));
  await userEvent.click(page.getByRole("option", { name: /bnpl_repayments/ }));
  await choose("Execution id", "execution");
  await choose("Outcome", "defaulted");
  await userEvent.fill(page.getByLabelText("Value that counts"), "yes");
  await userEvent.fill(page.getByLabelText("Name of the rate"), "Default rate");
  await press("Start split");
  const knownOutcome = { datasourceWss: "D1", executionColumn: "c1", outcomeColumn: "c2", value: "yes", name: "Default rate" };
  expect(sent[0]?.body).toMatchObject({ knownOutcome });
});

test("a refusal is shown at its field, and the dialog stays", async () => {
  await show({ refused: "field" });
  await press("Start split");
  await expect.element(page.getByText("The live version has no input field of this name.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Start split" })).toBeEnabled();
});

test("a kind that is running cannot be started again", async () => {
  await show({ running: "split" });
  await expect.element(page.getByRole("radio", { name: /^Ramp/ })).toBeDisabled();
  await expect.element(page.getByRole("radio", { name: /^Shadow/ })).toBeChecked();
});
