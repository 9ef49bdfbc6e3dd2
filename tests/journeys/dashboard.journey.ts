import { setTimeout as pause } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { callerFor } from "../support/caller.ts";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in.ts";
import { addItem, analyst, usageWidget, widget } from "./support/dashboard.ts";
import { journey, withServiceWorker } from "./support/journey.ts";
import { arrive, openScreen, readMessage } from "./support/seen.ts";

function grip(page: Page, title: string): Locator {
  return page.getByRole("button", { name: `Move or resize ${title}`, exact: true });
}

/** Columns and rows of the grid. */
async function placeOf(page: Page, title: string): Promise<readonly number[]> {
  return widget(page, title).evaluate((element) => {
    const cell = element.closest<HTMLElement>("[data-item]");
    return ["--x", "--y", "--w", "--h"].map((name) => Number(cell?.style.getPropertyValue(name)));
  });
}

async function stands(page: Page, title: string, place: readonly [x: number, y: number, w: number, h: number]): Promise<void> {
  await expect.poll(() => placeOf(page, title)).toEqual(place);
}

async function drag(page: Page, from: Locator, dx: number, dy: number): Promise<void> {
  const box = await from.boundingBox();
  if (box === null) throw new Error("It cannot be seen.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + dx / 2, y + dy / 2, { steps: 4 });
  await page.mouse.move(x + dx, y + dy, { steps: 4 });
  await page.mouse.up();
}

async function columnOf(page: Page): Promise<number> {
  return page.locator(".dashboard-grid").evaluate((grid) => (grid.getBoundingClientRect().width + 16) / 10);
}
const row = 124;

function isSave(url: string): boolean {
  return new URL(url).pathname.endsWith("/users/me/dashboard");
}

/** Until then changes are only in the browser. */
async function untilSaved(page: Page): Promise<void> {
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("airlock.dashboard.")));
}

/** Waits for the next hour if this one has too little time left: everything should be in one bar. */
async function withinAnHour(seconds: number): Promise<void> {
  const hourMillis = 3_600_000;
  const left = hourMillis - (Date.now() % hourMillis);
  // Fixed wait: the rest of the hour is known.
  if (left < seconds * 1000) await pause(left);
}

journey("widgets are added, dragged, resized, maximised and removed, and are restored after leaving", async ({ open, person }) => {
  const { email } = await person(analyst);
  const { page } = await open(withServiceWorker);
  const saves: string[] = [];
  page.on("request", (request) => {
    if (isSave(request.url())) saves.push(request.method());
  });
  await signInAt(page, "/admin", email);
  await stands(page, "All deployed solutions", [1, 1, 10, 5]);
  await addItem(page, "First");
  await stands(page, "First", [1, 6, 3, 2]);
  await addItem(page, "Second");
  await stands(page, "Second", [4, 6, 3, 2]);

  const column = await columnOf(page);
  // Onto the position of another widget, which moves down.
  await drag(page, grip(page, "Second"), -2 * column, 0);
  await stands(page, "Second", [2, 6, 3, 2]);
  await stands(page, "First", [1, 8, 3, 2]);
  // Past the middle of the large one, which then follows it.
  // Scrolled to the bottom of the window, so that there is room above it: a new widget is scrolled to.
  await grip(page, "Second").evaluate((one) => one.scrollIntoView({ block: "end" }));
  await drag(page, grip(page, "Second"), 0, -3.2 * row);
  await stands(page, "Second", [2, 1, 3, 2]);
  await stands(page, "All deployed solutions", [1, 3, 10, 5]);
  const corner = page.locator("[data-item]", { has: widget(page, "Second") }).locator(".widget-corner");
  await drag(page, corner, 3 * column, row);
  await stands(page, "Second", [2, 1, 6, 3]);
  // Cancelled with Escape: nothing changes.
  const box = await grip(page, "Second").boundingBox();
  await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 300, (box?.y ?? 0) + 8, { steps: 4 });
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await stands(page, "Second", [2, 1, 6, 3]);

  await widget(page, "Second").getByRole("button", { name: "WEEK" }).click();
  await widget(page, "Second").getByText("executions in 7 days").waitFor();
  await widget(page, "Second").getByRole("button", { name: "Full screen" }).click();
  const whole = page.getByRole("dialog", { name: "Second" });
  await whole.locator(".widget-total").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await whole.getByRole("button", { name: "Full screen" }).click();
  await whole.waitFor({ state: "hidden" });

  await widget(page, "First").getByRole("button", { name: "Remove" }).click();
  await widget(page, "First").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await widget(page, "First").waitFor();
  await widget(page, "First").getByRole("button", { name: "Remove" }).click();
  await widget(page, "First").waitFor({ state: "detached" });
  expect(saves).toEqual([]);

  await openScreen(page, "Solutions");
  await expect.poll(() => saves).toEqual(["PUT"]);
  await untilSaved(page);
  await openScreen(page, "Dashboard");
  await stands(page, "Second", [2, 1, 6, 3]);
  await page.reload();
  await stands(page, "Second", [2, 1, 6, 3]);
  await widget(page, "Second").getByText("executions in 7 days").waitFor();
  expect(await widget(page, "First").count()).toBe(0);
  // Nothing changed since, so nothing is saved again.
  await openScreen(page, "Solutions");
  await page.getByRole("heading", { level: 1, name: "Solutions" }).waitFor();
  expect(saves).toEqual(["PUT"]);
});

journey("the same with the keyboard only, with announcements", async ({ open, person }) => {
  const { email } = await person(analyst);
  const { page } = await open();
  await signInAt(page, "/admin", email);
  await addItem(page, "Keyed");
  await stands(page, "Keyed", [1, 6, 3, 2]);
  const handle = grip(page, "Keyed");
  await handle.focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowRight", "Shift+ArrowDown"]) await page.keyboard.press(key);
  await stands(page, "Keyed", [3, 1, 4, 3]);
  await stands(page, "All deployed solutions", [1, 4, 10, 5]);
  expect(await handle.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByText("Keyed: column 3 of 10, row 1, 4 wide, 3 high.").waitFor({ state: "attached" });
  await page.keyboard.press("ArrowUp");
  await page.getByText("It cannot be moved further.").waitFor({ state: "attached" });
  expect(await violationsOf(page)).toEqual([]);
});

journey(
  "closing the window saves, a narrow screen stacks without changing the layout, an emptied dashboard stays empty",
  async ({ open, person, product }) => {
    const { email } = await person(analyst);
    const { page, context } = await open(withServiceWorker);
    await signInAt(page, "/admin", email);
    await addItem(page, "Kept");
    const own = await callerFor(product, email);
    // The request outlives its page, so only the stored state shows it.
    const stored = (title: string) =>
      eventually(`${title} to be stored`, async () => {
        const { dashboard } = (await own.do("profile.read"))._embedded;
        return dashboard.some(({ config }) => config.title === title) ? true : undefined;
      });
    await page.goto("/news");
    await stored("Kept");

    await page.goto("/admin");
    await stands(page, "Kept", [1, 6, 3, 2]);
    await addItem(page, "Closed");
    await page.close();
    // A browser does not wait long when a page unloads: the next page saves it then.
    const next = await context.newPage();
    await next.goto("/admin");
    await stands(next, "Closed", [4, 6, 3, 2]);
    await stored("Closed");
    await stands(next, "Kept", [1, 6, 3, 2]);
    await next.setViewportSize({ width: 390, height: 844 });
    await expect
      .poll(async () => {
        const [upper, lower] = [await usageWidget(next).boundingBox(), await widget(next, "Kept").boundingBox()];
        if (upper === null || lower === null) return undefined;
        return { x: upper.x - lower.x, width: upper.width - lower.width, above: upper.y + upper.height < lower.y };
      })
      .toEqual({ x: 0, width: 0, above: true });
    expect(await grip(next, "Kept").isVisible()).toBe(false);
    await next.setViewportSize({ width: 1440, height: 900 });
    await stands(next, "Kept", [1, 6, 3, 2]);
    for (const title of ["Closed", "Kept", "All deployed solutions"])
      await widget(next, title).getByRole("button", { name: "Remove" }).click();
    await next.getByText("Nothing on the dashboard").waitFor();
    const emptied = next.waitForResponse((response) => isSave(response.url()));
    await openScreen(next, "Solutions");
    expect((await emptied).status()).toBe(200);
    await next.goto("/admin");
    await next.getByText("Nothing on the dashboard").waitFor();
  },
);

journey("two windows that change the dashboard keep the widgets of both", async ({ open, person }) => {
  const { email } = await person(analyst);
  const { page, context } = await open();
  await signInAt(page, "/admin", email);
  const other = await context.newPage();
  await other.goto("/admin");
  await other.locator(".widget-total").first().waitFor();
  // Neither sees the other's change before it saves.
  await context.route("**/users/me", (route) => (route.request().method() === "GET" ? route.abort() : route.continue()));
  await page.bringToFront();
  await addItem(page, "Of the first window");
  await other.bringToFront();
  await addItem(other, "Of the second window");
  const saved = page.waitForResponse((response) => isSave(response.url()));
  await openScreen(page, "Solutions");
  expect((await saved).status()).toBe(200);
  await context.unroute("**/users/me");
  const merged = other.waitForResponse((response) => isSave(response.url()) && response.status() === 200);
  await openScreen(other, "Solutions");
  await merged;
  await other.goto("/admin");
  for (const title of ["Of the first window", "Of the second window", "All deployed solutions"]) await widget(other, title).waitFor();
});

journey("from a bar to its executions to one trace in two clicks; by keyboard too", async ({ open, admin, person, product }) => {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, "Counted in a bar");
  const { token } = await issueKey(caller, product);
  await withinAnHour(20);
  for (const age of [17, 30]) expect((await ask(product, versionId, token, { age })).status).toBe(200);
  const { email } = await person(analyst);
  const { page } = await open();
  await signInAt(page, "/admin", email);
  await addItem(page, "Its own", "Counted in a bar, 1.0");
  const isCounted = async () => ((await widget(page, "Its own").locator(".widget-total").textContent()) === "2" ? true : undefined);
  await eventually("both to be counted", isCounted, { seconds: 30 });
  const bar = widget(page, "Its own").getByRole("link", { name: /^2 executions, / });
  await bar.click();
  await arrive(page, "/admin/executions");
  expect(new URL(page.url()).searchParams.get("versions")).toBe(versionId);
  await expect.poll(() => page.locator(".started").count()).toBe(2);
  await page.locator(".started").first().click();
  await page.getByRole("complementary", { name: "One execution" }).getByText("Completed").waitFor();

  await page.goto("/admin");
  await widget(page, "Its own")
    .getByRole("link", { name: /^2 executions, / })
    .waitFor();
  // One tab stop at the newest bar; from there the arrow keys move.
  await widget(page, "Its own").getByRole("button", { name: "CUSTOM" }).focus();
  await page.keyboard.press("Tab");
  await eventually("the arrows to reach the bar", async () => {
    const name = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    if (name?.startsWith("2 executions, ")) return true;
    await page.keyboard.press("ArrowLeft");
    return undefined;
  });
  await page.keyboard.press("Enter");
  await arrive(page, "/admin/executions");
  await expect.poll(() => page.locator(".started").count()).toBe(2);
});

journey("a user who may not list executions sees counts and bars without links", async ({ open, person }) => {
  const { email } = await person({ permissions: ["versions.list"] });
  const { page } = await open();
  await signInAt(page, "/admin", email);
  await usageWidget(page).locator(".widget-total").waitFor();
  expect(
    await usageWidget(page)
      .getByRole("link", { name: /executions?, / })
      .count(),
  ).toBe(0);
  expect(
    await usageWidget(page)
      .getByRole("img", { name: /executions?, / })
      .count(),
  ).toBeGreaterThan(0);
  await page.goto("/admin/executions");
  await page.getByText("No access to executions", { exact: true }).waitFor();
  await page.getByText("This screen needs the permission executions.list, which none of your roles includes.", { exact: false }).waitFor();
});

journey("a widget of a deleted version says so and can be removed", async ({ open, admin, person }) => {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, "Soon deleted");
  const { email } = await person(analyst);
  const { page } = await open();
  await signInAt(page, "/admin", email);
  await addItem(page, "Of a deleted one", "Soon deleted, 1.0");
  await caller.do("version.delete", { at: { versionId } });
  await page.reload();
  await widget(page, "Of a deleted one").getByText("This version was deleted").waitFor();
  await widget(page, "Of a deleted one").getByRole("button", { name: "Remove" }).last().click();
  await readMessage(page, "Of a deleted one removed.");
});
