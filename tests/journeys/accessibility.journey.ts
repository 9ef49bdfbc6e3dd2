import type { Page } from "playwright-core";
import { expect } from "vitest";
import { narrow, wide } from "../support/browser.ts";
import { violationsOf } from "../support/axe.ts";
import { signInAt } from "../support/sign-in-form.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { onScreen } from "./support/seen.ts";

interface Screen {
  readonly path: string;
  readonly shown: (page: Page) => Promise<void>;
}

const heading = (name: string) => (page: Page) => page.getByRole("heading", { level: 1, name }).waitFor();

const publicScreens: readonly Screen[] = [
  { path: "/", shown: (page) => page.getByRole("link", { name: "Start" }).waitFor() },
  { path: "/login", shown: (page) => page.getByRole("button", { name: "Login" }).waitFor() },
  { path: "/offline", shown: heading("Airlock Offline") },
  { path: "/nowhere", shown: heading("We can't find what you're after") },
  { path: "/confirm/no-such-key", shown: heading("Oops") },
  { path: "/documentation", shown: heading("Documentation") },
  { path: "/news", shown: heading("News") },
];

const privateScreens: readonly Screen[] = [
  { path: "/admin", shown: (page) => onScreen(page, "Dashboard") },
  {
    path: "/admin/solutions",
    shown: async (page) => {
      await onScreen(page, "Solutions");
      await page
        .getByRole("table")
        .first()
        .or(page.getByText("No solutions yet", { exact: false }).first())
        .first()
        .waitFor();
    },
  },
  { path: "/admin/profile", shown: (page) => onScreen(page, "Profile") },
];

async function look(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, shown } of screens) {
    await page.goto(path);
    await shown(page);
    expect(await violationsOf(page), path).toEqual([]);
  }
}

async function lookAtOverlays(page: Page): Promise<void> {
  await page.goto("/admin");
  await onScreen(page, "Dashboard");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).waitFor();
  expect(await violationsOf(page), "account menu").toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search or jump to").waitFor();
  expect(await violationsOf(page), "jump").toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  expect(await violationsOf(page), "help").toEqual([]);
  await page.keyboard.press("Escape");
}

for (const { name, dark, viewport } of [
  { name: "wide and light", dark: false, viewport: wide },
  { name: "wide and dark", dark: true, viewport: wide },
  { name: "narrow and light", dark: false, viewport: narrow },
]) {
  journey(`axe has nothing against any screen, ${name}`, async ({ open, admin }) => {
    const { items } = await (await admin()).do("solutions.list");
    if (items.length === 0) await (await admin()).do("solutions.create", { body: {} });
    const { page } = await open({ dark, viewport });
    await look(page, publicScreens);
    await signInAt(page, "/admin", adminEmail);
    await look(page, privateScreens);
    await lookAtOverlays(page);
  });
}
