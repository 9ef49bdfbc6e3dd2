import type { DashboardItem, StatsDetailsFields } from "@airlock/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import type { Session } from "../../api/session/session.ts";
import { TestProviders } from "../../api/session/test-providers.tsx";
import { PanelWidget } from "./panel-widget.tsx";
import { panelOf } from "./panels.ts";

type Type = DashboardItem["config"]["type"];

const none = { total: 0, failed: 0, p50Millis: null, p95Millis: null, outcomes: [] };
const busy = {
  total: 100,
  failed: 1,
  p50Millis: 12.3,
  p95Millis: 38.1,
  outcomes: [
    { outcome: "Decline", count: 60 },
    { outcome: "Approve", count: 40 },
  ],
};
const fields: StatsDetailsFields = {
  key: "ALL",
  start: "2026-11-15T10:00:00.000Z",
  end: "2026-11-15T13:00:00.000Z",
  granularity: "PT1H",
  ...busy,
  counted: 100,
  series: [
    { start: "2026-11-15T10:00:00.000Z", ...busy, p95Millis: 80 },
    { start: "2026-11-15T11:00:00.000Z", ...none },
    { start: "2026-11-15T12:00:00.000Z", ...busy },
  ],
  reasonCodes: [
    { code: "R07", text: "High debt burden", count: 26 },
    { code: "R99", count: 7 },
  ],
  versions: [
    { versionWss: "V1", versionName: "v15", solutionWss: "S1", solutionName: "Consumer credit", ...busy },
    { versionWss: "V2", versionName: "v1", solutionWss: "S2", solutionName: "Discount", ...none, total: 3 },
  ],
};

/** A panel of this type with the given statistics, with an error, or still loading. */
async function show(type: Type, statistics: StatsDetailsFields | Error | "loading", width = 480): Promise<void> {
  const get = () => {
    if (statistics instanceof Error) return Promise.reject(statistics);
    return statistics === "loading" ? new Promise(() => undefined) : Promise.resolve({ _embedded: statistics, _links: {} });
  };
  const panel = panelOf(type);
  if (panel === undefined) throw new Error(`${type} is no panel.`);
  const config = { type, key: "ALL", range: "DAY", granularity: "hour", start: "-", end: "-", title: "All", location: "" } as const;
  await render(
    // Only what a panel uses of the session.
    <TestProviders session={{ client: { get } } as unknown as Session}>
      <div style={{ width, height: 320, display: "grid" }}>
        <PanelWidget
          panel={panel}
          item={{ i: "one", x: 0, y: 0, w: 4, h: 2, config }}
          href="/stats/details"
          onConfig={() => undefined}
          onRemove={() => undefined}
          full={false}
          onToggleFull={() => undefined}
          hasExecutions={false}
        />
      </div>
    </TestProviders>,
  );
}

const slots = () => page.getByRole("list").getByRole("img");

test("latency shows p95 and p50, and the arrow keys walk it, also over hours without executions", async () => {
  await show("Latency", fields);
  await expect.element(page.getByText("38.1 ms")).toBeVisible();
  await expect.element(page.getByText("12.3 ms")).toBeVisible();
  await expect.element(slots().nth(2)).toHaveAccessibleName(/^p95 38.1 ms, p50 12.3 ms, /);
  await userEvent.click(page.getByRole("heading", { name: "All" }));
  slots().nth(2).element().focus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(slots().nth(1)).toHaveFocus();
  await expect.element(slots().nth(1)).toHaveAccessibleName(/^No executions, /);
  await userEvent.keyboard("{Home}");
  await expect.element(slots().nth(0)).toHaveAccessibleName(/^p95 80 ms, /);
  await expect.element(slots().nth(0)).toHaveFocus();
  // The hour without executions is a gap in both lines.
  for (const line of document.querySelectorAll(".chart-lines path")) expect(line.getAttribute("d")?.match(/M/g)).toHaveLength(2);
});

test("outcomes are stacked from Approve up in their colours, to the full height", async () => {
  await show("OutcomeMix", fields);
  await expect.element(slots().nth(0)).toHaveAccessibleName(/^Approve 40%, Decline 60%, /);
  const parts = [...document.querySelectorAll<HTMLElement>("[data-bar='0'] .chart-stack i")];
  expect(parts.map((part) => part.style.background)).toEqual(["var(--al-chart-3)", "var(--al-chart-2)"]);
  const [approve, decline] = parts.map((part) => part.getBoundingClientRect());
  const stack = document.querySelector("[data-bar='0'] .chart-stack")?.getBoundingClientRect();
  expect(approve?.bottom).toBeCloseTo(stack?.bottom ?? 0, 0);
  expect(decline?.top).toBeCloseTo(stack?.top ?? 0, 0);
  expect((decline?.height ?? 0) / (approve?.height ?? 1)).toBeCloseTo(1.5, 1);
  await expect.element(slots().nth(1)).toHaveAccessibleName(/^No outcomes, /);
});

test("reason codes have their texts, counts and shares", async () => {
  await show("ReasonCodes", fields);
  await expect.element(page.getByRole("row", { name: "R07 High debt burden 26 26%" })).toBeVisible();
  await expect.element(page.getByRole("row", { name: "R99 - 7 7%" })).toBeVisible();
  await expect.element(page.getByText("Share of 100 executions. An execution can have several.")).toBeVisible();
});

test("versions have their executions, failures, p95 and outcomes", async () => {
  await show("ByVersion", fields, 640);
  await expect.element(page.getByRole("row", { name: /^Consumer credit v15 100 1 38.1 Approve 40%, Decline 60%/ })).toBeVisible();
  await expect.element(page.getByRole("row", { name: "Discount v1 3 0 - -" })).toBeVisible();
});

test("a panel says how much of the period it counts", async () => {
  await show("Latency", { ...fields, counted: 60 });
  await expect.element(page.getByText("Based on 60 of 100 executions.")).toBeVisible();
});

const empty = {
  ...fields,
  ...none,
  counted: 0,
  series: fields.series.map(({ start }) => ({ start, ...none })),
  reasonCodes: [],
  versions: [],
};

test.each<[Type, StatsDetailsFields, string]>([
  ["Latency", empty, "No executions yet."],
  ["OutcomeMix", empty, "No executions yet."],
  ["OutcomeMix", { ...fields, outcomes: [] }, "No outcomes: these versions set no text field such as result."],
  ["OutcomeMix", { ...empty, total: 5 }, "Outcomes are not counted yet."],
  ["ReasonCodes", { ...fields, reasonCodes: [] }, "No execution has a reason code."],
  ["ByVersion", empty, "No executions yet."],
])("%s without anything to show says why (%#)", async (type, statistics, text) => {
  await show(type, statistics);
  await expect.element(page.getByText(text)).toBeVisible();
});

test.each(["Latency", "OutcomeMix", "ReasonCodes", "ByVersion"] as const)(
  "%s is loading, fails, and fits a narrow screen",
  async (type) => {
    await show(type, "loading");
    await expect.element(page.getByRole("status", { name: "Loading" })).toBeVisible();
    await show(type, new Error("away"));
    await expect.element(page.getByText("Something went wrong.")).toBeVisible();
    await show(type, fields, 280);
    await expect
      .poll(() => [...document.querySelectorAll(".widget")].at(-1)?.querySelector(".widget-figure p, .widget-figures"))
      .not.toBeNull();
    const narrow = [...document.querySelectorAll(".widget")].at(-1);
    expect(narrow?.scrollWidth).toBeLessThanOrEqual(narrow?.clientWidth ?? 0);
  },
);
