import type { Locator, Page } from "playwright-core";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

const solution = "Consumer credit scorecard";

async function atSolutions(page: Page, query = ""): Promise<void> {
  await page.goto(`/admin/solutions${query}`);
  await page.getByText(solution, { exact: true }).first().waitFor();
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

/** Of the newest version. */
function versionMenu(page: Page): Locator {
  return page.getByRole("button", { name: /^More actions for \d/ }).first();
}

async function atOpenSolution(page: Page): Promise<void> {
  await atSolutions(page);
  await page.getByRole("button", { name: `Versions of ${solution}` }).click();
  await versionMenu(page).waitFor();
}

async function atProfile(page: Page): Promise<void> {
  await page.goto("/admin/profile");
  await page.getByRole("region", { name: "Profile" }).waitFor();
}

/** Navigates without reloading the page, so that only the screen's own requests can fail. */
export async function jump(page: Page, screenName: string): Promise<void> {
  const field = page.getByPlaceholder("Search or jump to");
  await page.getByRole("button", { name: "Search or jump to" }).click();
  await field.fill(screenName);
  await page.keyboard.press("Enter");
  await field.waitFor({ state: "hidden" });
}

/** The empty states. */
export const emptyShots: readonly Shot[] = [
  screen("dashboard-empty", "The dashboard before the first execution", async ({ page }) => {
    await page.goto("/admin");
    await page.getByText("No executions yet.").waitFor();
  }),
  screen("solutions-empty", "No solutions yet", async ({ page }) => {
    await page.goto("/admin/solutions");
    await page.getByText("No solutions yet").waitFor();
  }),
];

export const fullShots: readonly Shot[] = [
  screen("solutions-full", "Solutions in every state", async ({ page }) => atSolutions(page)),
  screen("solutions-versions", "The versions of a solution", async ({ page }) => atOpenSolution(page)),
  screen("solutions-api", "API details of a version", async ({ page }) => {
    await atOpenSolution(page);
    await versionMenu(page).click();
    await page.getByRole("menuitem", { name: "API details" }).click();
    await page.getByRole("dialog").getByText("Sample body").waitFor();
  }),
  screen("solutions-version-menu", "The menu of a version", async ({ page }) => {
    await atOpenSolution(page);
    await versionMenu(page).click();
    await page.getByRole("menuitem", { name: "Delete" }).waitFor();
  }),
  screen("solutions-stop", "Stopping a version that serves", async ({ page }) => {
    await atOpenSolution(page);
    await page.getByRole("button", { name: "Stop..." }).first().click();
    await page.getByText(/in the last hour\.$/).waitFor();
  }),
  screen("solutions-delete", "Deleting a version", async ({ page }) => {
    await atOpenSolution(page);
    // The oldest was deployed: a version that never was is deleted without confirmation.
    await page
      .getByRole("button", { name: /^More actions for \d/ })
      .last()
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").or(page.getByRole("alertdialog")).first().waitFor();
  }),
  screen("solutions-no-match", "A search without a match", async ({ page }) => {
    await page.goto("/admin/solutions?q=nothing-like-this");
    await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
    await page
      .getByText(/^No solutions? match/)
      .first()
      .waitFor();
  }),
  screen("solutions-loading", "Waiting for the list", async (scene) => {
    await atProfile(scene.page);
    await scene.pause("api");
    await jump(scene.page, "solutions");
    await scene.page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor();
  }),
  screen("solutions-error", "The list cannot be loaded", async (scene) => {
    await atProfile(scene.page);
    await scene.stop("api");
    await jump(scene.page, "solutions");
    await scene.page.getByText("Something went wrong.").waitFor();
  }),
];
