import type { ActionName, RolloutFields, VersionFields } from "@airlock/contract";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { VersionRow } from "./version-row.tsx";

const version: VersionFields = {
  webSafeString: "V4",
  versionName: "v4",
  versionDescription: "Age rule before the bureau call",
  createdDate: "2026-09-11T14:57:00.000Z",
  createdBy: "Mara Visser",
  deploymentStatus: "stopped",
  deploymentMessage: "",
  entityWss: "S1",
  solutionName: "Personal loan",
  solutionKey: "personal-loan",
  isLive: false,
  behaviour: 1,
  hash: "",
  models: [],
  lists: [],
  revision: 1,
};

interface Given {
  readonly fields?: Partial<VersionFields>;
  readonly permissions?: readonly string[];
  readonly rollouts?: readonly Pick<RolloutFields, "kind" | "versionWss" | "liveVersionWss" | "share">[];
}

/** The row of a version; returns what is called, and where it leads. */
async function show({ fields = {}, permissions = ["solution.release"], rollouts = [] }: Given) {
  const called: ActionName[] = [];
  const shown = { ...version, ...fields };
  const link = (href: string, ...allow: readonly string[]) => ({ href, allow });
  const own = { _embedded: shown, _links: { deploy: link("/deploy", "PUT"), stop: link("/stop", "PUT"), stats: link("/stats", "GET") } };
  const client = {
    get: () => Promise.resolve({ _embedded: { total: 106, stats: [] }, _links: {} }),
    put: (name: ActionName) => {
      called.push(name);
      return Promise.resolve(own);
    },
  };
  const profile = { _embedded: { permissions }, _links: {} };
  // Only what the row uses of the session.
  const session = signedInSession(client, profile);
  const row = () => (
    <table>
      <tbody>
        <VersionRow
          version={own as never}
          needsRequest={false}
          rollouts={rollouts as readonly RolloutFields[]}
          onDetails={() => undefined}
          onDelete={() => undefined}
        />
      </tbody>
    </table>
  );
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: "/", component: row });
  const releases = createRoute({ getParentRoute: () => root, path: "/admin/solutions/$webSafeString/releases" });
  const router = createRouter({ routeTree: root.addChildren([list, releases]), history: createMemoryHistory() });
  await render(
    <TestProviders session={session}>
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  return { called, router };
}

const main = (name: string) => page.getByRole("button", { name, exact: true });
const openMenu = () => userEvent.click(page.getByRole("button", { name: "More actions for v4" }));

test("a version that does not serve is released by its button, and started at its own address by the menu", async () => {
  const { called, router } = await show({});
  await expect.element(main("Release...")).toBeVisible();
  expect(main("Start serving").elements()).toEqual([]);
  await openMenu();
  await userEvent.click(page.getByRole("menuitem", { name: "Start serving own address" }));
  expect(called).toEqual(["version.deploy"]);
  await userEvent.click(main("Release..."));
  expect(router.state.location.href).toBe("/admin/solutions/S1/releases?version=V4");
});

test("a version that serves at its own address is stopped by its button, after a question with its traffic", async () => {
  const { called } = await show({ fields: { deploymentStatus: "serving" } });
  await expect.element(page.getByText("own address")).toBeVisible();
  await userEvent.click(main("Stop..."));
  const question = page.getByRole("alertdialog", { name: "Stop v4?" });
  await expect.element(question.getByText("It answered 106 decisions in the last hour.")).toBeVisible();
  await userEvent.click(question.getByRole("button", { name: "Stop" }));
  expect(called).toEqual(["version.stop"]);
  await openMenu();
  await expect.element(page.getByRole("menuitem", { name: "Release..." })).toBeVisible();
});

test("the version of a rollout is released by its button, and its share is shown", async () => {
  const ramp = { kind: "ramp", versionWss: "V4", liveVersionWss: "V3", share: 10 } as const;
  await show({ fields: { deploymentStatus: "serving" }, rollouts: [ramp] });
  await expect.element(page.getByText("ramp, 10%")).toBeVisible();
  await expect.element(main("Release...")).toBeVisible();
});

test("the live version is stopped after a question that offers another release first, and Cancel has the focus", async () => {
  const { called } = await show({ fields: { deploymentStatus: "serving", isLive: true } });
  await userEvent.click(main("Stop..."));
  const question = page.getByRole("alertdialog", { name: "Stop v4 while it is live?" });
  await expect.element(question.getByText(/calls to \/dme\/decide\/v1\/personal-loan are refused/)).toBeVisible();
  await expect
    .element(question.getByRole("link", { name: "Release another version..." }))
    .toHaveAttribute("href", expect.stringContaining("/admin/solutions/S1/releases"));
  await expect.element(question.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await userEvent.click(question.getByRole("button", { name: "Cancel" }));
  expect(called).toEqual([]);
  await userEvent.click(main("Stop..."));
  await userEvent.click(question.getByRole("button", { name: "Stop v4" }));
  expect(called).toEqual(["version.stop"]);
  // It is released already.
  await openMenu();
  expect(page.getByRole("menuitem", { name: "Release..." }).elements()).toEqual([]);
});

test("users who may not release start and stop, and are not offered another release", async () => {
  const { called } = await show({ permissions: [] });
  await userEvent.click(main("Start serving"));
  expect(called).toEqual(["version.deploy"]);
});

test("the question about the live version offers no release to users who may not", async () => {
  await show({ fields: { deploymentStatus: "serving", isLive: true }, permissions: [] });
  await userEvent.click(main("Stop..."));
  const question = page.getByRole("alertdialog", { name: "Stop v4 while it is live?" });
  await expect.element(question.getByRole("button", { name: "Stop v4" })).toBeVisible();
  expect(question.getByRole("link").elements()).toEqual([]);
});

test("a version in error cannot be released, and says why", async () => {
  await show({ fields: { deploymentStatus: "error", deploymentMessage: "No runtime is running." } });
  await expect.element(main("Release...")).toBeDisabled();
  await expect.element(main("Release...")).toHaveAttribute("title", "No runtime is running.");
});
