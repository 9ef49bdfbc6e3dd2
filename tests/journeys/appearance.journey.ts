import type { Page } from "playwright-core";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { chooseFromAccountMenu, onScreen } from "./support/seen.ts";

/** Waits until the page is actually light or dark, whatever its markup says. */
async function looks(page: Page, wanted: "light" | "dark"): Promise<void> {
  await page.waitForFunction((want) => {
    const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
    const lightness = (red + green + blue) / (3 * 255);
    return want === "light" ? lightness > 0.8 : lightness < 0.25;
  }, wanted);
}

journey("a chosen appearance is kept across reload, other pages and other tabs", async ({ open }) => {
  const { page, context } = await open();
  await signInAt(page, "/admin", adminEmail);
  await looks(page, "light");
  await chooseFromAccountMenu(page, "Dark appearance");
  await looks(page, "dark");

  await page.reload();
  await onScreen(page, "Dashboard");
  await looks(page, "dark");
  const second = await context.newPage();
  await second.goto("/");
  await second.getByRole("link", { name: "Start" }).waitFor();
  await looks(second, "dark");

  await chooseFromAccountMenu(page, "Light appearance");
  await looks(page, "light");
  // The other tab follows.
  await looks(second, "light");
});

journey("without a choice the system's preference applies, from the first paint", async ({ open }) => {
  const { page } = await open({ dark: true });
  await page.goto("/login");
  await page.getByRole("button", { name: "Login" }).waitFor();
  await looks(page, "dark");
});
