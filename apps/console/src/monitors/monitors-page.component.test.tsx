import type { ActionName, MonitorFields } from "@airlock/contract";
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { signedInSession } from "../api/session/signed-in-session.ts";
import { TestProviders } from "../api/session/test-providers.tsx";
import { MonitorsPage } from "./monitors-page.tsx";

// Noon: a time of the same day is shown without its date, and shortly after midnight 45 minutes ago is another day.
const noon = new Date(2026, 10, 18, 12).getTime();
const began = new Date(noon - 45 * 60_000).toISOString();
const point = (minutes: number, value: number) => ({
  date: new Date(noon - minutes * 60_000).toISOString(),
  value,
  min: 0.16,
  max: 0.2,
});

function monitor(webSafeString: string, change: Partial<MonitorFields>) {
  const fields: MonitorFields = {
    webSafeString,
    solutionWss: "S1",
    solutionName: "Car loan",
    name: "Failed share",
    measure: { kind: "failedShare" },
    rule: { kind: "threshold", min: null, max: 0.005 },
    windowMinutes: 30,
    minDecisions: 50,
    notify: [],
    mutedUntil: null,
    judgement: "inside",
    value: 0.0003,
    decisions: 600,
    usual: null,
    moved: null,
    judgedDate: new Date(noon).toISOString(),
    unjudgedSince: null,
    points: [],
    firingWss: null,
    firingSince: null,
    isAcknowledged: false,
    createdDate: began,
    createdBy: "Mara",
    revision: 3,
    ...change,
  };
  const href = `/monitors/${webSafeString}`;
  const _links = {
    self: { href, allow: ["GET", "PUT", "DELETE"] },
    mute: { href: `${href}/mute`, allow: ["PUT"] },
    firings: { href: `${href}/firings`, allow: ["GET"] },
  };
  return { _embedded: fields, _links };
}

const firing = monitor("M1", {
  name: "Decline share",
  measure: { kind: "outcomeShare", outcome: "Decline" },
  rule: { kind: "unlike" },
  judgement: "outside",
  value: 0.279,
  usual: { median: 0.182, min: 0.161, max: 0.203 },
  points: [point(60, 0.18), point(50, 0.19), point(40, 0.27), point(1, 0.279)],
  firingWss: "F1",
  firingSince: began,
});
const others = [
  monitor("M2", { name: "p99 latency", measure: { kind: "p99" }, mutedUntil: new Date(noon + 3_600_000).toISOString() }),
  monitor("M3", { solutionWss: "S2", solutionName: "Travel quote", judgement: "tooFew", value: null, decisions: 3 }),
];
const whole = {
  _embedded: {
    ...firing._embedded,
    webSafeString: "F1",
    monitorWss: "M1",
    beganDate: began,
    endedDate: null,
    acknowledgedDate: null,
    acknowledgedBy: "",
    acknowledgedByWss: null,
    peak: 0.3,
    notified: [{ date: began, event: "began", to: ["Tom Albers", "Rachid Bennani"] }],
    executions: { versions: ["V1"], from: began, to: began, field: "decision", value: "Decline" },
  },
  _links: { acknowledge: { href: "/firings/F1/acknowledge", allow: ["PUT"] } },
};

interface Sent {
  readonly name: ActionName;
  readonly href: string;
  readonly body?: unknown;
}

async function open(monitors: readonly unknown[], address = "/admin/monitors", shown: unknown = whole) {
  const sent: Sent[] = [];
  const queries: string[] = [];
  const list = (items: readonly unknown[]) => ({ items, _embedded: { total: items.length, exact: true }, _links: {} });
  const client = {
    all: () => Promise.resolve(list(monitors)),
    get: (name: ActionName, href: string) => {
      if (name === "executions.list") queries.push(href);
      return Promise.resolve(name === "firing.read" ? shown : list([]));
    },
    send: (name: ActionName, _method: string, href: string, { body }: { readonly body?: unknown } = {}) => {
      sent.push({ name, href, ...(body === undefined ? {} : { body }) });
      return Promise.resolve(whole);
    },
  };
  const links = ["monitors", "firings", "solutions", "executions"].map(
    (rel) => [rel, { href: `/${rel}`, allow: ["GET", "POST"] }] as const,
  );
  const profile = { _embedded: { permissions: ["versions.list", "solution.update"] }, _links: Object.fromEntries(links) };
  const session = signedInSession(client, profile);
  const root = createRootRoute();
  const signedIn = createRoute({ getParentRoute: () => root, id: "signed-in" });
  const admin = createRoute({ getParentRoute: () => signedIn, path: "/admin" });
  const monitorsRoute = createRoute({
    getParentRoute: () => admin,
    path: "/monitors",
    validateSearch: (search: Record<string, unknown>) => search as Record<string, string>,
    component: MonitorsPage,
  });
  const router = createRouter({
    routeTree: root.addChildren([signedIn.addChildren([admin.addChildren([monitorsRoute])])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  await render(
    <TestProviders session={session}>
      <RouterProvider router={router as never} />
    </TestProviders>,
  );
  return { sent, queries, router };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: noon }));
afterEach(() => void vi.useRealTimers());

test("lists monitors with their state, and narrows them", async () => {
  await open([firing, ...others]);
  const rows = page.getByRole("listitem");
  await expect.poll(() => rows.nth(0).element().textContent).toMatch(/Decline share.*Car loan, since \d\d:\d\d.*27\.9%.*16\.1% to 20\.3%/);
  await expect.poll(() => rows.nth(1).element().textContent).toMatch(/p99 latency.*muted until/);
  await expect.poll(() => rows.nth(2).element().textContent).toMatch(/Travel quote, too few decisions.*-.*at most 0\.5%/);
  await userEvent.click(page.getByRole("button", { name: "Firing 1" }));
  await expect.poll(() => rows.elements().length).toBe(1);
});

test("a chosen one shows what is behind it; it is acknowledged and muted", async () => {
  const { sent } = await open([firing, ...others]);
  await userEvent.click(page.getByRole("link", { name: "Decline share, Car loan: Firing" }));
  const panel = page.getByRole("complementary", { name: "Monitor" });
  await expect.element(panel.getByText("Usual at this hour")).toBeVisible();
  await expect.element(panel.getByText("45 min ago")).toBeVisible();
  await expect.element(panel.getByText("Tom Albers, Rachid Bennani by email")).toBeVisible();
  await expect
    .element(panel.getByRole("link", { name: "Open in Executions" }))
    .toHaveAttribute("href", expect.stringMatching(/versions=V1.*decision/));
  await userEvent.click(panel.getByRole("button", { name: "Acknowledge" }));
  expect(sent).toEqual([{ name: "firing.acknowledge", href: "/firings/F1/acknowledge" }]);
  await userEvent.click(panel.getByRole("button", { name: "Mute..." }));
  await userEvent.click(page.getByRole("menuitem", { name: "For 1 hour" }));
  expect(sent[1]).toMatchObject({ name: "monitor.mute", body: { until: expect.stringMatching(/^\d{4}-/) } });
});

test("behind a firing about latency are the slowest executions", async () => {
  const executions = { versions: ["V1"], from: began, to: began, minMillis: 18, order: "slowest" };
  const slow = { ...whole, _embedded: { ...whole._embedded, executions } };
  const { queries } = await open([firing], "/admin/monitors?monitor=M1", slow);
  await expect.element(page.getByRole("heading", { name: "Slowest executions behind it" })).toBeVisible();
  await expect.poll(() => queries[0]).toMatch(/minMillis=18&order=slowest&versions=V1&limit=5$/);
});

test("counts that cannot be read are reported, and the previous value stays", async () => {
  const away = { ...firing, _embedded: { ...firing._embedded, unjudgedSince: new Date(noon - 600_000).toISOString() } };
  await open([away], "/admin/monitors?monitor=M1");
  const panel = page.getByRole("complementary", { name: "Monitor" });
  await expect.poll(() => panel.getByRole("status").element().textContent).toMatch(/Could not be evaluated since \d\d:\d\d/);
  await expect.element(panel.getByText("27.9%", { exact: true })).toBeVisible();
});

test("without monitors it says what one is", async () => {
  await open([]);
  await expect.element(page.getByRole("heading", { name: "No monitors yet" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Add" }).first()).toBeVisible();
});
