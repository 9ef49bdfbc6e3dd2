import { seedGroups } from "../support/seed-groups.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

async function atGroups({ page, product, admin }: Scene): Promise<void> {
  await seedGroups(product, admin);
  await page.goto("/admin/groups");
  await page.getByText("Credit desk", { exact: true }).first().waitFor();
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

export const groupShots: readonly Shot[] = [
  screen("groups-full", "Groups", atGroups),
  screen("groups-members", "Members, one coming and one going", async (scene) => {
    await atGroups(scene);
    const { page } = scene;
    await page.getByRole("button", { name: "3 members of Credit desk" }).click();
    const dialog = page.getByRole("dialog", { name: "Members of Credit desk" });
    await dialog.getByRole("checkbox", { name: "Amina Okafor" }).click();
    await dialog.getByRole("combobox", { name: "Add a member" }).fill("Rachid");
    await page.getByRole("option", { name: "Rachid Bennani" }).click();
    await dialog.getByText("1 member added, 1 removed", { exact: true }).waitFor();
  }),
  screen("groups-roles", "The roles that a group gives", async (scene) => {
    await atGroups(scene);
    const { page, variant } = scene;
    if (variant.name === "narrow") await page.getByRole("button", { name: "More actions for Credit desk" }).click();
    await page
      .getByRole("button", { name: "Roles of Credit desk" })
      .or(page.getByRole("menuitem", { name: "Roles of Credit desk" }))
      .first()
      .click();
    await page.getByRole("dialog").getByRole("checkbox", { name: "Auditor" }).click();
  }),
  screen("groups-no-match", "A search without a match", async ({ page }) => {
    await page.goto("/admin/groups?q=nothing-like-this");
    await page.getByText(/^No group matches/).waitFor();
  }),
  screen("groups-error", "The list cannot be loaded", async ({ page, stop }) => {
    await page.goto("/admin/profile");
    await page.getByRole("region", { name: "Profile" }).waitFor();
    await stop("api");
    await jump(page, "groups");
    await page.getByText("Something went wrong.").waitFor();
  }),
];
