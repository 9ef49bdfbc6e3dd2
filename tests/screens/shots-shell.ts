import type { Page } from "playwright-core";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

async function atDashboard({ page }: Scene): Promise<void> {
  await page.goto("/admin");
  await page.locator(".widget-total").waitFor();
}

async function openMenu(page: Page, narrow: boolean): Promise<void> {
  if (narrow) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** The frame around every screen, and its dialogs and menus. */
export const shellShots: readonly Shot[] = [
  {
    name: "shell-menu",
    shows: "The side menu: folded to a rail when wide, over the page when narrow",
    signedIn: true,
    async arrange(scene) {
      const narrow = scene.variant.name === "narrow";
      await atDashboard(scene);
      await openMenu(scene.page, narrow);
      if (narrow) return;
      await scene.page.getByRole("button", { name: "Collapse menu" }).click();
      await scene.page.getByRole("button", { name: "Expand menu" }).waitFor();
      scene.later(() => scene.page.evaluate(() => localStorage.removeItem("airlock-menu")));
    },
  },
  {
    name: "shell-account",
    shows: "The account menu",
    signedIn: true,
    async arrange(scene) {
      await atDashboard(scene);
      await scene.page.getByRole("button", { name: "Account menu" }).click();
      await scene.page.getByRole("menuitem", { name: "Profile" }).waitFor();
    },
  },
  {
    name: "shell-jump",
    shows: "Search or jump to",
    signedIn: true,
    async arrange(scene) {
      await atDashboard(scene);
      await scene.page.keyboard.press("Control+k");
      await scene.page.getByPlaceholder("Search or jump to").waitFor();
    },
  },
  {
    name: "shell-help",
    shows: "Help",
    signedIn: true,
    async arrange(scene) {
      await atDashboard(scene);
      await scene.page.keyboard.press("?");
      await scene.page.getByRole("dialog", { name: "Help" }).waitFor();
    },
  },
  {
    name: "profile",
    shows: "The profile",
    signedIn: true,
    async arrange({ page }) {
      await page.goto("/admin/profile");
      await page.getByRole("region", { name: "Profile" }).waitFor();
    },
  },
  {
    name: "offline-warning",
    shows: "The api is away at authorisation",
    signedIn: true,
    async arrange({ page, stop }) {
      await stop("api");
      await page.goto("/admin");
      await page.getByText("please try again soon.").waitFor();
    },
  },
  {
    name: "fault",
    shows: "A screen that cannot be drawn",
    signedIn: true,
    async arrange({ page, context }) {
      await page.goto("/admin/profile");
      await page.getByRole("region", { name: "Profile" }).waitFor();
      await context.route(
        (url) => url.pathname === "/dme/manage/v1/solutions",
        async (route) => {
          const answer = await route.fetch();
          await route.fulfill({ response: answer, body: (await answer.text()).replaceAll(/"name":"[^"]*"/g, '"name":{}') });
        },
      );
      await jump(page, "solutions");
      await page.getByText("Something went wrong.").waitFor();
    },
  },
];
