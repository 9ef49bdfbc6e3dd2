import type { ActionName } from "@airlock/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { ExecutionsPage } from "./executions-page.tsx";

const link = (href: string) => ({ href, allow: ["GET"] });
const listOf = (items: readonly unknown[]) => ({ items, _embedded: { total: items.length, exact: true }, _links: {} });
const version = {
  _embedded: {
    webSafeString: "V1",
    solutionName: "Personal loan",
    versionName: "1.0",
    deploymentStatus: "serving",
    deploymentMessage: "",
    fields: [],
  },
  _links: {},
};

async function open() {
  const world = { isDown: false };
  const client = {
    all: (name: ActionName) =>
      world.isDown ? Promise.reject(new Error("Down")) : Promise.resolve(listOf(name === "versions.list" ? [version] : [])),
    list: () => Promise.resolve(listOf([])),
    get: () => Promise.resolve(listOf([])),
  };
  const profile = { _embedded: { permissions: [] }, _links: { executions: link("/executions"), versions: link("/versions") } };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" });
  const executions = createRoute({
    getParentRoute: () => signedIn,
    path: "/admin/executions",
    validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
    component: ExecutionsPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([executions])]),
    history: createMemoryHistory({ initialEntries: ["/admin/executions"] }),
  });
  await render(
    <TestProviders session={signedInSession(client, profile)}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </TestProviders>,
  );
  /** Ends when the failure has been rendered. */
  const failToReload = async () => {
    world.isDown = true;
    await queries.invalidateQueries({ queryKey: ["deployed versions"] });
    expect(queries.getQueriesData({ queryKey: ["deployed versions"] })).toHaveLength(1);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  };
  return { failToReload };
}

test("what is shown stays when the versions cannot be loaded again", async () => {
  const { failToReload } = await open();
  const row = page.getByRole("cell", { name: "Personal loan", exact: true });
  await expect.element(row).toBeVisible();
  const shown = row.element();
  await failToReload();
  expect(shown.isConnected).toBe(true);
});
