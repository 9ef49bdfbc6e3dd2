import type { Page } from "playwright-core";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { pastExample } from "../support/past-example.ts";
import type { Product } from "../support/product.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

const patience = { timeout: 60_000 };

interface Watched {
  readonly firingId: string;
}

let made: Promise<Watched> | undefined;

/** Monitors of a solution with executions: one that fires, others that do not, one that is muted. */
function watched(product: Product, admin: Caller): Promise<Watched> {
  made ??= (async () => {
    const { solutionId } = await pastExample(product, admin, 6_000);
    const { webSafeString: userId } = (await admin.do("profile.read"))._embedded;
    const create = async (body: object) => {
      const monitor = await admin.do("solution.monitors.create", { at: { solutionId }, body: { windowMinutes: 180, ...body } });
      return { monitorId: monitor._embedded.webSafeString };
    };
    const limit = (min: number | null, max: number | null) => ({ kind: "threshold", min, max });
    await create({ measure: { kind: "failedShare" }, rule: limit(null, 0.2) });
    await create({ measure: { kind: "volume" }, rule: limit(10, null) });
    await create({ measure: { kind: "outcomeShare", outcome: "Decline" }, rule: { kind: "unlike" } });
    const baseline = [
      { outcome: "Approve", share: 0.4 },
      { outcome: "Refer", share: 0.3 },
      { outcome: "Decline", share: 0.3 },
    ];
    await create({ measure: { kind: "outcomeMix", baseline }, rule: limit(null, 0.6) });
    await create({ measure: { kind: "reasonShare", reasonCode: "R07" }, rule: limit(null, 0.5), minDecisions: 100_000 });
    const muted = await create({ measure: { kind: "outcomeShare", outcome: "Approve" }, rule: limit(0.01, 0.99) });
    await admin.do("monitor.mute", { at: muted, body: { until: new Date(Date.now() + 86_400_000).toISOString() } });
    const slow = await create({ measure: { kind: "p99" }, rule: limit(null, 0.01), notifyUsers: [userId] });
    const firingId = await eventually(
      "a monitor fires",
      async () => (await admin.do("monitor.read", { at: slow }))._embedded.firingWss ?? undefined,
      { seconds: 120 },
    );
    await eventually(
      "the mail is sent",
      async () => ((await admin.do("firing.read", { at: { firingId } }))._embedded.notified.length === 1 ? true : undefined),
      { seconds: 60 },
    );
    return { firingId };
  })();
  return made;
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

async function open({ page, product, admin }: Scene, address = "/admin/monitors"): Promise<void> {
  await watched(product, admin);
  await page.goto(address);
  await page.getByRole("link", { name: /: Firing$/ }).waitFor(patience);
  await settled(page);
}

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

export const monitorShots: readonly Shot[] = [
  screen("monitors-full", "Monitors of all solutions, those that fire first", (scene) => open(scene)),
  screen("monitors-open", "A monitor that fires, with the executions behind it", async (scene) => {
    await open(scene);
    await scene.page.getByRole("link", { name: /: Firing$/ }).click();
    await scene.page.getByRole("heading", { name: "Executions behind it" }).waitFor(patience);
    await settled(scene.page);
    await scene.page.mouse.move(0, 0);
  }),
  screen("monitors-firing", "The page of a firing", async ({ page, product, admin }) => {
    const { firingId } = await watched(product, admin);
    await page.goto(`/admin/monitors/firings/${firingId}`);
    await page.getByRole("heading", { name: "Executions behind it" }).waitFor(patience);
    await settled(page);
  }),
  screen("monitors-add", "Adding a monitor", async (scene) => {
    await open(scene);
    await scene.page.getByRole("button", { name: "Add" }).click();
    await scene.page.getByRole("dialog", { name: "Add monitor" }).waitFor();
  }),
  screen("monitors-mix", "A monitor of the outcome mix", async (scene) => {
    await open(scene);
    await scene.page.getByRole("link", { name: /^Outcome mix/ }).click();
    await scene.page
      .getByRole("complementary", { name: "Monitor" })
      .getByText(/points$/)
      .first()
      .waitFor(patience);
    await settled(scene.page);
  }),
  screen("monitors-add-mix", "Adding a monitor of the outcome mix", async (scene) => {
    await open(scene);
    await scene.page.getByRole("button", { name: "Add" }).click();
    const dialog = scene.page.getByRole("dialog", { name: "Add monitor" });
    await dialog.getByRole("combobox", { name: "Measure" }).click();
    await scene.page.getByRole("option", { name: "Outcome mix" }).click();
    await dialog.getByLabel("Baseline").fill("Approve 55, Refer 25, Decline 20");
  }),
  screen("monitors-dashboard", "The dashboard while a monitor fires", async ({ page, product, admin }) => {
    await watched(product, admin);
    await page.goto("/admin");
    await page.getByRole("region", { name: /firing$/ }).waitFor(patience);
    await settled(page);
  }),
  screen("monitors-error", "The list cannot be read", async ({ page, stop }) => {
    await page.goto("/admin/profile");
    await page.getByRole("region", { name: "Profile" }).waitFor();
    await stop("api");
    await jump(page, "monitors");
    await page.getByText("Something went wrong.").waitFor();
  }),
];

export const emptyMonitorShots: readonly Shot[] = [
  screen("monitors-empty", "No monitors yet", async ({ page }) => {
    await page.goto("/admin/monitors");
    await page.getByText("No monitors yet").waitFor();
  }),
];
