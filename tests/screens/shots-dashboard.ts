import type { DashboardItem } from "@airlock/contract";
import type { Caller } from "../support/caller.ts";
import type { Scene, Shot } from "./shot.ts";
import { jump } from "./shots-screens.ts";

/** Each shot sets the whole dashboard, so that none inherits another's. */
function screen(
  name: string,
  shows: string,
  layout: (admin: Caller) => Promise<readonly DashboardItem[]>,
  arrange: (scene: Scene) => Promise<void>,
): Shot {
  return {
    name,
    shows,
    signedIn: true,
    arrange: async (scene) => {
      // Leaves the dashboard while it is changed: a window that shows it would save its own on leaving.
      await scene.page.goto("/admin/profile");
      await scene.page.getByRole("region", { name: "Profile" }).waitFor();
      const dashboard = await layout(scene.admin);
      await scene.admin.do("dashboard.update", { body: { dashboard: [...dashboard] } });
      await scene.page.goto("/admin");
      if (dashboard.length > 0) await scene.page.locator(".widget-total, .widget-figures").first().waitFor();
      await arrange(scene);
    },
  };
}

function item(
  i: string,
  place: readonly [x: number, y: number, w: number, h: number],
  config: Partial<DashboardItem["config"]> = {},
): DashboardItem {
  const [x, y, w, h] = place;
  const usual = {
    key: "ALL",
    range: "DAY",
    granularity: "hour",
    start: "-",
    end: "-",
    title: "All deployed solutions",
    location: "",
  } as const;
  return { i, x, y, w, h, config: { type: "DeployedUsageStats", ...usual, ...config } };
}

const alone = () => Promise.resolve([item("all", [0, 0, 10, 5])]);

/** All, and some versions next to and below it, in every range. */
async function several(admin: Caller): Promise<readonly DashboardItem[]> {
  const { items } = await admin.do("versions.listAll");
  const [one, two, three] = items.map(({ _embedded: { webSafeString: key, solutionName, versionName } }) => ({
    key,
    title: `${solutionName}, ${versionName}`,
  }));
  return [
    item("all", [0, 0, 6, 3]),
    item("one", [6, 0, 4, 3], { ...one, range: "WEEK", granularity: "quarter-day" }),
    item("two", [0, 3, 4, 3], { ...two, range: "HOUR", granularity: "minute" }),
    item("three", [4, 3, 3, 3], { ...three, range: "CUSTOM", granularity: "quarter-day" }),
    item("new", [7, 3, 3, 2]),
  ];
}

/** The panels next to usage, over a day and in the smallest size. */
const panels = () =>
  Promise.resolve([
    item("mix", [0, 0, 4, 3], { type: "OutcomeMix", title: "Outcome mix" }),
    item("latency", [4, 0, 3, 2], { type: "Latency", title: "Latency" }),
    item("small", [7, 0, 3, 2], { type: "OutcomeMix", title: "Outcome mix, an hour", range: "HOUR", granularity: "minute" }),
    item("reasons", [0, 3, 5, 3], { type: "ReasonCodes", title: "Top reason codes" }),
    item("versions", [5, 3, 5, 3], { type: "ByVersion", title: "By version" }),
  ]);

export const dashboardShots: readonly Shot[] = [
  screen("dashboard-panels", "Outcomes, latency, reason codes and versions", panels, async ({ page, variant }) => {
    await page.getByRole("table", { name: "By version" }).waitFor();
    if (variant.name !== "narrow") await page.locator(".stacked .chart-slot").nth(20).hover();
  }),
  screen("dashboard-panels-error", "Panels whose statistics cannot be loaded", panels, async ({ page, stop }) => {
    await stop("clickhouse");
    await page.getByRole("button", { name: "WEEK" }).first().click();
    await page.getByText("Something went wrong.").first().waitFor();
  }),
  screen("dashboard-full", "A day of executions", alone, () => Promise.resolve()),
  screen("dashboard-grid", "Several widgets, and what a bar says", several, async ({ page, variant }) => {
    await page.locator(".chart-slot").nth(60).waitFor();
    if (variant.name !== "narrow") await page.locator(".chart-slot").nth(17).hover();
    await page.locator(".widget-total").nth(4).waitFor();
  }),
  screen("dashboard-held", "A widget that is being dragged", several, async ({ page, variant }) => {
    // On a narrow screen widgets stack and cannot be dragged.
    const grip = variant.name === "narrow" ? null : await page.locator(".widget-grip").nth(1).boundingBox();
    if (grip === null) return;
    await page.mouse.move(grip.x + 10, grip.y + 10);
    await page.mouse.down();
    await page.mouse.move(grip.x - 300, grip.y + 220, { steps: 6 });
  }),
  screen("dashboard-add", "Adding a widget", several, async ({ page }) => {
    await page.mouse.up();
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("dialog", { name: "Add a dashboard item" }).getByRole("textbox", { name: "Title" }).waitFor();
  }),
  screen(
    "dashboard-emptied",
    "A dashboard with nothing on it",
    () => Promise.resolve([]),
    async ({ page }) => page.getByText("Nothing on the dashboard").waitFor(),
  ),
  screen("dashboard-week", "A week of executions", alone, async ({ page }) => {
    await page.getByRole("button", { name: "WEEK" }).click();
    await page.getByText("executions in 7 days").waitFor();
  }),
  screen("dashboard-custom", "A period of one's own", alone, async ({ page }) => {
    await page.getByRole("button", { name: "CUSTOM" }).click();
    await page.getByRole("textbox", { name: "From" }).or(page.getByLabel("From")).first().waitFor();
    await page.locator(".widget-total").waitFor();
  }),
  screen("dashboard-fullscreen", "A widget over the whole window", several, async ({ page }) => {
    await page.getByRole("button", { name: "Full screen" }).first().click();
    await page.getByRole("dialog").locator(".widget-total").waitFor();
  }),
  screen("dashboard-loading", "Waiting for the statistics", alone, async (scene) => {
    await jump(scene.page, "profile");
    await scene.page.getByRole("region", { name: "Profile" }).waitFor();
    await scene.page.reload();
    await scene.page.getByRole("region", { name: "Profile" }).waitFor();
    await scene.pause("api");
    await jump(scene.page, "dashboard");
    await scene.page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor();
  }),
  screen("dashboard-error", "Statistics that cannot be loaded", alone, async ({ page, stop }) => {
    await stop("clickhouse");
    await page.getByRole("button", { name: "HOUR" }).click();
    await page.getByText("Something went wrong.").waitFor();
  }),
];
