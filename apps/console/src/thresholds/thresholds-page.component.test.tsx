import type { ActionName, WhatIfFields, WhatIfGroup, WhatIfQuestion } from "@airlock/contract";
import { newLink, newNode, type Definition, type RangeScoreNode } from "@airlock/flow";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { ShownMessages, TestProviders } from "../api/session/test-providers.tsx";
import { ThresholdsPage } from "./thresholds-page.tsx";

const start = newNode("Start", "start", 0, 0);
const end = newNode("End", "end", 200, 0);
const band = { rangeFromIncludeExclude: "[", rangeToIncludeExclude: ")", reasonCode: "" } as const;
const score: RangeScoreNode = {
  ...newNode("RangeScore", "score", 100, 0),
  scoredField: "age",
  resultField: "points",
  ranges: [
    { ...band, id: "a", rangeFrom: "", rangeTo: "50", score: "1" },
    { ...band, id: "b", rangeFrom: "50", rangeTo: "", score: "2" },
  ],
};
const definition: Definition = {
  solutionDefinition: { nodes: [start, score, end], links: [newLink("one", start, score), newLink("two", score, end)], zoom: 100 },
  applicationDatasetFields: [{ key: "age", name: "age", type: "Integer", isRequired: true }] as never,
  runtimeDatasetFields: [{ key: "points", name: "points", type: "Integer" }] as never,
  applicationTestData: [],
};

const group = (after: string, position: number, count: number): WhatIfGroup => ({
  before: "approve",
  after,
  position,
  step: position,
  bandBefore: 1,
  bandAfter: 1,
  count,
  steps: [],
});
const mix = (approved: number): WhatIfFields => ({
  total: 1000,
  outcomeField: "result",
  outcomes: [
    { outcome: "approve", before: 1000, after: approved },
    { outcome: "decline", before: 0, after: 1000 - approved },
  ],
  changed: 1000 - approved,
  moves: [{ from: "approve", to: "decline", count: 1000 - approved }],
  focus: { id: "score", field: "age", min: 0, max: 100, bands: [], unmatched: { before: 0, after: 0 }, bins: [] },
  values: [],
  measures: [],
});
/** At any position below 75, the 500 records with the highest values stay approved, and 123 of the others are declined. */
const counted: WhatIfFields = {
  ...mix(1000),
  drag: { above: [group("approve", 150, 500)], below: [group("decline", 0, 123), group("approve", 0, 377)] },
};

async function open(answer: (question: WhatIfQuestion) => Promise<WhatIfFields>) {
  const questions: WhatIfQuestion[] = [];
  const world = { isDown: false };
  const solution = { saved: definition, revision: 1 };
  const link = (href: string, allow: string) => ({ href, allow: [allow] });
  const result = {
    _embedded: {
      solutionId: "S1",
      solutionName: "Loan",
      created: new Date().toISOString(),
      datasource: { name: "Past" },
      resultsCount: 1000,
      fieldMapping: [],
    },
    _links: { definition: link("/definition", "GET"), details: link("/details", "GET"), whatIf: link("/whatif", "POST") },
  };
  const fields = [{ name: "application.age", type: "Integer", origin: "application", min: 0, max: 100 }];
  const client = {
    get: (name: ActionName) => {
      if (name === "experimentResult.read") return world.isDown ? Promise.reject(new Error("Down")) : Promise.resolve(result);
      if (name === "solution.read") return Promise.resolve({ _links: { definition: { href: "/saved", allow: ["GET", "PUT"] } } });
      if (name === "definition.read") return Promise.resolve({ _embedded: { ...solution.saved, revision: solution.revision } });
      return Promise.resolve({ _embedded: name === "experimentResult.definition" ? { definition, measurable: [] } : { fields } });
    },
    put: (_name: ActionName, _href: string, { body }: { readonly body: Definition }) => {
      solution.saved = body;
      solution.revision += 1;
      return Promise.resolve({ _embedded: {}, _links: {} });
    },
    post: async (_name: ActionName, _href: string, { body }: { readonly body: WhatIfQuestion }) => {
      questions.push(body);
      return { _embedded: await answer(body), _links: {} };
    },
  };
  const profile = {
    _embedded: { permissions: [] },
    _links: { experimentResult: link("/experimentResults/{experimentResultId}", "GET"), solutions: link("/solutions", "GET") },
  };
  const session = signedInSession(client, profile);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" });
  const thresholds = createRoute({
    getParentRoute: () => signedIn,
    path: "/experiments/result/$webSafeString/thresholds",
    validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
    component: ThresholdsPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([thresholds])]),
    history: createMemoryHistory({ initialEntries: ["/experiments/result/R1/thresholds"] }),
  });
  await render(
    <TestProviders session={session}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router as never} />
        <ShownMessages />
      </QueryClientProvider>
    </TestProviders>,
  );
  const drags = () => questions.filter(({ drag }) => drag !== undefined);
  const positions = () => questions.filter(({ drag, changes }) => drag === undefined && changes.length > 0);
  const reload = async (isDown: boolean) => {
    world.isDown = isDown;
    await queries.invalidateQueries({ queryKey: ["thresholds"] });
  };
  return { drags, positions, reload, solution };
}

const handle = page.getByRole("slider", { name: "Border at" });
test("the outcomes follow a dragged bound from one request for all its positions", async () => {
  const { drags, positions } = await open(({ drag, changes }) =>
    Promise.resolve(drag === undefined ? mix(changes.length === 0 ? 1000 : 1) : counted),
  );
  await expect.element(handle).toBeVisible();
  // The pointer may be there already, which is no entering.
  handle.element().dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
  await expect.poll(() => drags().length).toBe(1);
  const [first] = drags();
  expect(first?.changes).toEqual([]);
  expect(first?.drag?.parts).toEqual([
    { id: "score", path: "ranges.0.rangeTo" },
    { id: "score", path: "ranges.1.rangeFrom" },
  ]);
  expect(first?.drag?.positions).toEqual(Array.from({ length: 199 }, (_, at) => String((at + 1) / 2)));
  (handle.element() as HTMLElement).focus();
  for (let step = 0; step < 4; step += 1) await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByRole("slider", { name: "Border at 52" })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Outcome mix" })).toHaveAttribute("aria-busy", "false");
  await expect.element(page.getByText("12.3% of 1,000")).toBeVisible();
  expect(drags()).toHaveLength(1);
  expect(positions()).toEqual([]);
});

test("a bound whose positions could not be counted is requested at each pause", async () => {
  const { drags, positions } = await open(({ drag, changes }) =>
    drag === undefined ? Promise.resolve(mix(changes.length === 0 ? 1000 : 600)) : Promise.reject(new Error("Unavailable")),
  );
  await expect.element(handle).toBeVisible();
  (handle.element() as HTMLElement).focus();
  await expect.poll(() => drags().length).toBe(1);
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByText("40.0% of 1,000")).toBeVisible();
  expect(positions().map(({ changes }) => changes.map(({ value }) => value))).toEqual([["50.5", "50.5"]]);
});

test("points, which separate no values, are requested", async () => {
  const { drags, positions } = await open(({ changes }) => Promise.resolve(mix(changes.length === 0 ? 1000 : 700)));
  await page.getByLabelText("Points of band 1").fill("7");
  await expect.element(page.getByText("30.0% of 1,000")).toBeVisible();
  expect([drags(), positions().length]).toEqual([[], 1]);
});

test("when loading it again fails, what was changed stays, with the failure beside it", async () => {
  const { reload } = await open(({ changes }) => Promise.resolve(mix(changes.length === 0 ? 1000 : 700)));
  const points = page.getByLabelText("Points of band 1");
  await points.fill("7");
  await expect.element(page.getByText("30.0% of 1,000")).toBeVisible();
  await reload(true);
  await expect.element(page.getByRole("complementary", { name: "Results" }).getByRole("alert")).toBeVisible();
  await expect.element(points).toHaveValue("7");
  await reload(false);
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(points).toHaveValue("7");
});

test("numbers are kept as draft only where the solution has those of the result, or those that were kept from here", async () => {
  const { solution } = await open(({ changes }) => Promise.resolve(mix(changes.length === 0 ? 1000 : 700)));
  const points = page.getByLabelText("Points of band 1");
  const keep = page.getByRole("button", { name: "Keep as draft" });
  const bands = () => solution.saved.solutionDefinition.nodes.flatMap((node) => (node.type === "RangeScore" ? node.ranges : []));
  await points.fill("7");
  await keep.click();
  await expect.poll(() => bands().map((one) => one.score)).toEqual(["7", "2"]);
  await points.fill("8");
  await keep.click();
  await expect.poll(() => bands().map((one) => one.score)).toEqual(["8", "2"]);

  const inserted = { ...score, ranges: [{ ...band, id: "n", rangeFrom: "", rangeTo: "30", score: "0" }, ...bands()] };
  const { solutionDefinition } = solution.saved;
  const nodes = solutionDefinition.nodes.map((node) => (node.id === "score" ? inserted : node));
  solution.saved = { ...solution.saved, solutionDefinition: { ...solutionDefinition, nodes } };
  await points.fill("9");
  await keep.click();
  await expect.element(page.getByText("The solution has changed since this result")).toBeVisible();
  expect(bands().map((one) => one.score)).toEqual(["0", "8", "2"]);
});

test("a number that was kept and then undone is put back, where the solution still has it", async () => {
  const { solution } = await open(({ changes }) => Promise.resolve(mix(changes.length === 0 ? 1000 : 700)));
  const [one, two] = [page.getByLabelText("Points of band 1"), page.getByLabelText("Points of band 2")];
  const keep = page.getByRole("button", { name: "Keep as draft" });
  const scores = () =>
    solution.saved.solutionDefinition.nodes.flatMap((node) =>
      node.type === "RangeScore" ? node.ranges.map(({ score: points }) => points) : [],
    );
  await one.fill("7");
  await two.fill("8");
  await keep.click();
  await expect.poll(scores).toEqual(["7", "8"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(two).toHaveValue("2");
  await keep.click();
  await expect.poll(scores).toEqual(["7", "2"]);
  // Undoing all leaves the solution as it was before the first one was kept.
  await page.getByRole("button", { name: "Undo" }).click();
  await keep.click();
  await expect.poll(scores).toEqual(["1", "2"]);
});
