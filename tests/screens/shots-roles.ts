import type { Page } from "playwright-core";
import { seedGroups } from "../support/seed-groups.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

async function atRoles({ page, product, admin }: Scene, query = ""): Promise<void> {
  await seedGroups(product, admin);
  await page.goto(`/admin/roles${query}`);
  await page.getByText("Designer", { exact: true }).first().waitFor();
  await settled(page);
}

async function atPermissions(scene: Scene, role: string): Promise<void> {
  await atRoles(scene);
  await scene.page
    .getByRole("button", { name: `permissions of ${role}` })
    .or(scene.page.getByRole("button", { name: `permission of ${role}` }))
    .click();
  await scene.page.getByRole("dialog", { name: `Permissions of ${role}` }).waitFor();
  await settled(scene.page);
}

/** The pencil of a row; on a card the entry of its menu. */
async function edit({ page, variant }: Scene, role: string): Promise<void> {
  if (variant.name === "narrow") {
    await page.getByRole("button", { name: `More actions for ${role}` }).click();
    await page.getByRole("menuitem", { name: "Edit description" }).click();
  } else await page.getByRole("button", { name: `Edit description of ${role}` }).click();
  await page.getByRole("textbox", { name: `description of ${role}` }).waitFor();
}

export const roleShots: readonly Shot[] = [
  screen("roles-full", "Roles", (scene) => atRoles(scene)),
  screen("roles-edit", "A cell under edit", async (scene) => {
    await atRoles(scene);
    await edit(scene, "Engineer");
  }),
  screen("roles-conflict", "Someone else was first", async (scene) => {
    await atRoles(scene);
    await edit(scene, "Engineer");
    const { page, admin } = scene;
    const { items } = await admin.do("allRoles.list", { query: { search: "Engineer" } });
    const roleId = items[0]?._embedded.webSafeString ?? "";
    const before = items[0]?._embedded.description ?? "";
    await admin.do("role.update", { at: { roleId }, body: { description: "Deploys, stops and watches versions" } });
    scene.later(async () => {
      await admin.do("role.update", { at: { roleId }, body: { description: before } });
    });
    await page.getByRole("textbox", { name: "description of Engineer" }).fill("Deploys versions at night");
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: "Changed meanwhile" }).waitFor();
  }),
  screen("roles-selected", "Two rows selected", async (scene) => {
    await atRoles(scene);
    for (const role of ["Analyst", "Caller"]) await scene.page.getByRole("checkbox", { name: `Select ${role}` }).click();
    await scene.page.getByText("2 selected", { exact: true }).waitFor();
  }),
  screen("roles-permissions", "What a role allows, one permission changed", async (scene) => {
    await atPermissions(scene, "Designer");
    if (scene.variant.name === "narrow") await scene.page.getByRole("button", { name: /^Datasources/ }).click();
    await scene.page.getByRole("checkbox", { name: "imports.*" }).click();
  }),
  screen("roles-permissions-search", "Permissions found by a word", async (scene) => {
    await atPermissions(scene, "Designer");
    await scene.page.getByRole("searchbox", { name: "Filter permissions" }).fill("delete");
  }),
  screen("roles-protected", "The administrator role", (scene) => atPermissions(scene, "Administrator")),
  screen("roles-delete", "Deleting a role that people hold", async (scene) => {
    await atRoles(scene);
    const { page, variant } = scene;
    if (variant.name === "narrow") await page.getByRole("button", { name: "More actions for Designer" }).click();
    await page
      .getByRole("button", { name: "Delete Designer" })
      .or(page.getByRole("menuitem", { name: "Delete Designer" }))
      .first()
      .click();
    await page.getByRole("alertdialog").waitFor();
  }),
  screen("roles-no-match", "A search without a match", async (scene) => {
    await scene.page.goto("/admin/roles?q=nothing-like-this");
    await scene.page.getByText(/^No role matches/).waitFor();
  }),
  screen("roles-loading", "Waiting for the list", async (scene) => {
    await scene.page.goto("/admin/profile");
    await scene.page.getByRole("region", { name: "Profile" }).waitFor();
    await scene.pause("api");
    await jump(scene.page, "roles");
    await scene.page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor();
  }),
  screen("roles-error", "The list cannot be loaded", async (scene) => {
    await scene.page.goto("/admin/profile");
    await scene.page.getByRole("region", { name: "Profile" }).waitFor();
    await scene.stop("api");
    await jump(scene.page, "roles");
    await scene.page.getByText("Something went wrong.").waitFor();
  }),
  screen("rights-gone", "A screen that is no longer allowed", async (scene) => {
    await atRoles(scene);
    await scene.context.route("**/users/me", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace('"allRoles":', '"formerly":').replace('"allRoles.list",', ""),
      });
    });
    await scene.page.getByText("No access to roles", { exact: true }).waitFor();
  }),
];
