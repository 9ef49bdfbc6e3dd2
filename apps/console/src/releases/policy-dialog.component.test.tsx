import { noReleasePolicy, type ActionName, type ReleasePolicyFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ApiProblem } from "../api/api-problem.ts";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { PolicyDialog } from "./policy-dialog.tsx";

const own: ReleasePolicyFields = { ...noReleasePolicy, approvals: 2, datasourceName: null, isOwn: true, revision: 4 };
const common = { ...noReleasePolicy, approvals: 1, datasourceName: null, isOwn: false, revision: 7 };

const loans = {
  webSafeString: "D1",
  name: "Loans 2025",
  status: "ready",
  recordCount: 5000,
  columns: [
    { name: "age", key: "c0", type: "INTEGER" },
    { name: "years", key: "c1", type: "INTEGER" },
  ],
  selectedColumns: ["age", "years"],
};
const age = { key: "age", value: "age", useDatasource: true };
const named = { datasourceId: "D1", fieldMapping: [age], records: "all" as const };

interface Sent {
  readonly name: ActionName;
  readonly body?: unknown;
  readonly query?: unknown;
}

const conflict = new ApiProblem({
  status: 409,
  code: "EDIT_CONFLICT",
  message: "Changed meanwhile",
  description: "Someone else changed it.",
  correlationId: "-",
});

/** The dialog for a user who may set policies, or may only read them; returns what it sends. */
async function show({
  mayChange = true,
  isOwn = true,
  stored = own,
  permissions = [] as readonly string[],
  /** Another user deletes the policy of the solution while it is being edited. */
  isConflict = false,
} = {}): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const link = { releasePolicy: { href: "/policy", allow: mayChange ? ["GET", "PUT", "DELETE"] : ["GET"] } };
  const datasources = { href: "/datasources", allow: ["GET"] };
  const fields = [{ key: "age", name: "age", type: "Integer", required: true }];
  const answers: { readonly [name in ActionName]?: Promise<unknown> } = {
    "solution.read": Promise.resolve({ _embedded: {}, _links: { definition: { href: "/definition", allow: ["GET"] } } }),
    "definition.read": Promise.resolve({ _embedded: { applicationDatasetFields: fields, validRuntime: true, savedDate: "" }, _links: {} }),
    "datasource.read": Promise.resolve({ _embedded: loans, _links: {} }),
  };
  const client = {
    all: () => Promise.resolve({ _links: {}, items: [] }),
    list: () => Promise.resolve({ _links: {}, items: [{ _embedded: loans, _links: {} }] }),
    get: (name: ActionName) => {
      const ofSolution = isConflict && sent.length > 0 ? { ...common, revision: null } : { ...stored, isOwn };
      return answers[name] ?? Promise.resolve({ _embedded: name === "releasePolicy.read" ? common : ofSolution, _links: link });
    },
    send: (name: ActionName, _method: string, _href: string, options: { readonly body?: unknown; readonly query?: unknown } = {}) => {
      const { body, query } = options;
      sent.push(query === undefined ? { name, body } : { name, query });
      return isConflict ? Promise.reject(conflict) : Promise.resolve({ _embedded: own, _links: link });
    },
  };
  const profile = { _embedded: { permissions }, _links: { ...link, datasources, solutions: datasources } };
  await render(
    // Only what the dialog uses of the session and of the solution.
    <TestProviders session={signedInSession(client, profile)}>
      <PolicyDialog
        solution={{ _embedded: { name: "Personal loan", webSafeString: "S1" }, _links: link } as never}
        liveVersionWss={undefined}
        onClose={() => undefined}
      />
    </TestProviders>,
  );
  return sent;
}

const save = () => userEvent.click(page.getByRole("button", { name: "Save policy" }));

test("a gate begins at its usual limit, which can be changed; the whole policy of the solution is sent", async () => {
  const sent = await show();
  await expect.element(page.getByText("Personal loan has its own policy.")).toBeVisible();
  await userEvent.click(page.getByRole("checkbox", { name: "Outcomes changed" }));
  await expect.element(page.getByLabelText("At most, %")).toHaveValue("5");
  await userEvent.fill(page.getByLabelText("At most, %"), "2.5");
  await expect.element(page.getByText("A release needs 2 approvals and 1 gate.")).toBeVisible();
  await save();
  const gates = { ...noReleasePolicy.gates, changedOutcomes: 2.5 };
  expect(sent).toEqual([{ name: "solution.releasePolicy.update", body: { ...noReleasePolicy, approvals: 2, gates, revision: 4 } }]);
});

test("the policy of all solutions is another one", async () => {
  const sent = await show();
  await userEvent.click(page.getByRole("radio", { name: "All solutions" }));
  await expect.element(page.getByLabelText("Approvals")).toHaveValue("1");
  await userEvent.fill(page.getByLabelText("Approvals"), "3");
  await save();
  expect(sent).toEqual([{ name: "releasePolicy.update", body: { ...noReleasePolicy, approvals: 3, revision: 7 } }]);
});

test("a policy that is not the edited one any more is not overwritten, also when it is saved again", async () => {
  const sent = await show({ isConflict: true });
  await userEvent.fill(page.getByLabelText("Executions compared"), "500");
  await save();
  const refusal = page.getByRole("dialog").getByRole("alert");
  await expect.element(refusal).toHaveTextContent("Changed meanwhile: Someone else changed it. (EDIT_CONFLICT)");
  // It was loaded again.
  await expect.element(page.getByText("Personal loan uses the organisation's policy. Saving gives it its own.")).toBeVisible();
  await userEvent.click(page.getByRole("radio", { name: "All solutions" }));
  await expect.element(refusal).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("radio", { name: "This solution" }));
  await save();
  await expect.element(refusal).toBeVisible();
  const body = { ...noReleasePolicy, approvals: 2, executions: 500, revision: 4 };
  expect(sent).toEqual([1, 2].map(() => ({ name: "solution.releasePolicy.update", body })));
});

test("a solution goes back to the organisation's policy", async () => {
  const sent = await show();
  await userEvent.click(page.getByRole("button", { name: "Use the organisation's policy" }));
  expect(sent).toEqual([{ name: "solution.releasePolicy.delete", query: { revision: 4 } }]);
});

test("a policy that is not the one shown any more is not deleted", async () => {
  const sent = await show({ isConflict: true });
  await userEvent.click(page.getByRole("button", { name: "Use the organisation's policy" }));
  await expect
    .element(page.getByRole("dialog").getByRole("alert"))
    .toHaveTextContent("Changed meanwhile: Someone else changed it. (EDIT_CONFLICT)");
  await expect.element(page.getByText("Personal loan uses the organisation's policy. Saving gives it its own.")).toBeVisible();
  expect(page.getByRole("button", { name: "Use the organisation's policy" }).elements()).toEqual([]);
  expect(sent).toEqual([{ name: "solution.releasePolicy.delete", query: { revision: 4 } }]);
});

test("who may only read the policy changes nothing", async () => {
  await show({ mayChange: false, isOwn: false });
  await expect.element(page.getByLabelText("Approvals")).toBeDisabled();
  await expect.element(page.getByRole("checkbox", { name: /^Test cases/ })).toBeDisabled();
  expect(page.getByRole("button", { name: "Save policy" }).elements()).toEqual([]);
  expect(page.getByRole("button", { name: "Use the organisation's policy" }).elements()).toEqual([]);
});

test("a datasource is chosen with its mapping, which is guessed by name", async () => {
  const sent = await show({ permissions: ["experiment.update"] });
  await userEvent.click(page.getByRole("button", { name: "Choose..." }));
  const dialog = page.getByRole("dialog", { name: "Compare over a datasource" });
  await userEvent.click(dialog.getByRole("combobox", { name: "Datasource" }).first());
  await userEvent.click(page.getByRole("option", { name: "Loans 2025" }));
  await expect.element(dialog.getByRole("table", { name: "Field mapping" })).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Use this datasource" }));
  await expect.element(page.getByText("1 mapped field. Gates about outcomes are also evaluated over its records.")).toBeVisible();
  await save();
  const body = { ...noReleasePolicy, approvals: 2, datasource: named, revision: 4 };
  expect(sent).toEqual([{ name: "solution.releasePolicy.update", body }]);
});

test("a deleted datasource is reported as blocking, and can be removed without the permission to choose another", async () => {
  const sent = await show({ stored: { ...own, datasource: named } });
  await expect.element(page.getByText("The datasource was deleted")).toBeVisible();
  expect(page.getByRole("button", { name: "Change..." }).elements()).toEqual([]);
  await userEvent.click(page.getByRole("button", { name: "Remove" }));
  await expect.element(page.getByText("Versions are compared over executions only.")).toBeVisible();
  await save();
  expect(sent).toEqual([{ name: "solution.releasePolicy.update", body: { ...noReleasePolicy, approvals: 2, revision: 4 } }]);
});
