import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { signInAt } from "../support/sign-in.ts";
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
  { path: "/news", shown: heading("News") },
];

const privateScreens: readonly Screen[] = [
  { path: "/admin", shown: (page) => onScreen(page, "Dashboard") },
  {
    path: "/admin/solutions",
    shown: async (page) => {
      await onScreen(page, "Solutions");
      await page.getByRole("table", { name: "Solutions" }).waitFor();
    },
  },
  { path: "/admin/profile", shown: (page) => onScreen(page, "Profile") },
];

/** Violations that axe finds on the page, light and dark; without a choice the page follows the system immediately. */
async function lookAt(page: Page, what: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-color-scheme="${colorScheme}"]`).waitFor();
    expect(await violationsOf(page), `${what}, ${colorScheme}`).toEqual([]);
  }
}

async function visit(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, shown } of screens) {
    await page.goto(path);
    await shown(page);
    await lookAt(page, path);
  }
}

journey("axe finds no violations on public pages, light or dark", async ({ open }) => {
  const { page } = await open();
  await visit(page, publicScreens);
});

journey("axe finds no violations on screens, light or dark", async ({ open, admin }) => {
  const { items } = await (await admin()).do("solutions.list");
  if (items.length === 0) await (await admin()).do("solutions.create", { body: {} });
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await visit(page, privateScreens);
});

journey("axe finds no violations in dialogs and menus, light or dark", async ({ open }) => {
  const { page } = await open();
  await signInAt(page, "/admin/profile", adminEmail);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Profile" }).waitFor();
  await lookAt(page, "account menu");
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" });
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search or jump to").waitFor();
  await lookAt(page, "jump");
  await page.keyboard.press("Escape");
  await page.getByPlaceholder("Search or jump to").waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Help" }).waitFor();
  await lookAt(page, "help");
});
