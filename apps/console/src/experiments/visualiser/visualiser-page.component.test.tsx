import type { ActionName, ExperimentResultDetails } from "@airlock/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createActivity } from "../../api/activity.ts";
import { ActivityContext } from "../../api/activity-context.ts";
import { signedInSession } from "../../api/session/signed-in-session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { createMessages, type Messages } from "../../ui/messages/messages.ts";
import { MessagesContext } from "../../ui/messages/use-messages.ts";
import { autoSaveMillis } from "./chart/redraw.ts";
import { VisualiserPage } from "./visualiser-page.tsx";

afterEach(() => {
  vi.useRealTimers();
});

const link = (href: string, ...allow: string[]) => ({ href, allow });
const field = { name: "application.Income", origin: "application", type: "Float", min: 0, max: 100, distinct: 2, nulls: 0 } as const;
const result: ExperimentResultDetails = {
  results: [
    { row: 1, outcome: "completed", reasonCodes: [], "application.Income": 10 },
    { row: 2, outcome: "completed", reasonCodes: [], "application.Income": 90 },
  ],
  fields: [field],
  resultsCount: 2,
  graph: { mark: "square", width: 250, height: 250, encoding: { x: { field: field.name, type: "quantitative" } } },
  created: "2026-11-14T10:00:00.000Z",
  experimentConfigWss: "E1",
  experimentResultWss: "R1",
  experimentName: "Incomes",
  solutionName: "Personal loan",
  datasourceName: "Applicants",
  records: "all",
};

async function open() {
  const world = { isDown: false, saves: 0, undo: () => {} };
  const reported: string[] = [];
  const messages = createMessages();
  const success: Messages["success"] = (message, action) => {
    if (action !== undefined) world.undo = action.run;
    return messages.success(message, action);
  };
  const client = {
    get: (_name: ActionName) =>
      world.isDown ? Promise.reject(new Error("Down")) : Promise.resolve({ _embedded: result, _links: { graph: link("/graph", "PUT") } }),
    put: () => {
      world.saves += 1;
      return world.isDown ? Promise.reject(new Error("Down")) : Promise.resolve({});
    },
  };
  const profile = {
    _embedded: { permissions: [] },
    _links: { experimentResultDetails: link("/experimentResults/{experimentResultId}/details", "GET") },
  };
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" });
  const visualiser = createRoute({
    getParentRoute: () => signedIn,
    path: "/experiments/result/$webSafeString",
    component: VisualiserPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([visualiser])]),
    history: createMemoryHistory({ initialEntries: ["/experiments/result/R1"] }),
  });
  await render(
    <TestProviders session={signedInSession(client, profile)}>
      <ActivityContext value={createActivity()}>
        <MessagesContext value={{ ...messages, success, error: (message) => reported.push(message) }}>
          <QueryClientProvider client={queries}>
            <RouterProvider router={router as never} />
          </QueryClientProvider>
        </MessagesContext>
      </ActivityContext>
    </TestProviders>,
  );
  const settled = async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  };
  const failToReload = async () => {
    world.isDown = true;
    await queries.invalidateQueries({ queryKey: ["experiment result"] });
    const states = queries.getQueryCache().findAll({ queryKey: ["experiment result"], type: "active" });
    expect(states.map(({ state }) => state.status)).toContain("error");
    await settled();
  };
  /** The next auto save, and what follows from it. */
  const autoSave = async () => {
    const { saves } = world;
    vi.advanceTimersByTime(autoSaveMillis);
    expect(world.saves).toBe(saves + 1);
    await settled();
  };
  return { world, reported, failToReload, autoSave };
}

test("an unsaved chart stays when its result cannot be loaded again", async () => {
  const { failToReload } = await open();
  await userEvent.click(page.getByRole("button", { name: "Clear", exact: true }));
  const save = page.getByRole("button", { name: "SAVE" });
  await expect.element(save).toBeEnabled();
  const shown = save.element();
  await failToReload();
  expect(shown.isConnected).toBe(true);
  await expect.element(save).toBeEnabled();
});

test("an auto save that keeps failing is reported once, and again after one that succeeded", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const { world, reported, autoSave } = await open();
  const clear = page.getByRole("button", { name: "Clear", exact: true });
  await userEvent.click(page.getByRole("switch", { name: "Auto save" }));
  await userEvent.click(clear);
  world.isDown = true;
  await autoSave();
  expect(reported).toHaveLength(1);
  await autoSave();
  expect(reported).toHaveLength(1);
  // A press on the button is always answered.
  await userEvent.click(page.getByRole("button", { name: "SAVE" }));
  await expect.poll(() => reported).toHaveLength(2);
  world.isDown = false;
  await autoSave();
  world.undo();
  world.isDown = true;
  await autoSave();
  expect(reported).toHaveLength(3);
});
