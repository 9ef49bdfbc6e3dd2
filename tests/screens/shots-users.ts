import type { Page } from "playwright-core";
import { seedColleagues } from "../support/seed-colleagues.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

async function atUsers({ page, product, admin }: Scene, query = "?size=25"): Promise<void> {
  await seedColleagues(product, admin);
  await page.goto(`/admin/users${query}`);
  await page.getByText("Amina Okafor", { exact: true }).first().waitFor();
  await settled(page);
}

/** By the button of its row; on a narrow screen by the entry of its menu. */
async function act({ page, variant }: Scene, person: string, action: string): Promise<void> {
  if (variant.name === "narrow") await page.getByRole("button", { name: `More actions for ${person}` }).click();
  await page
    .getByRole("button", { name: action, exact: true })
    .or(page.getByRole("menuitem", { name: action, exact: true }))
    .first()
    .click();
}

async function atKeys(scene: Scene): Promise<void> {
  await atUsers(scene);
  await act(scene, "payments-gateway", "Keys of payments-gateway");
  await scene.page.getByRole("dialog").getByText("Load tests").first().waitFor();
}

async function atAdd(scene: Scene): Promise<void> {
  await atUsers(scene);
  await scene.page.getByRole("button", { name: "Add", exact: true }).click();
  await scene.page.getByRole("dialog", { name: "Add a user" }).waitFor();
}

export const userShots: readonly Shot[] = [
  screen("users-full", "Users in every state", (scene) => atUsers(scene)),
  screen("users-add", "Adding a person, with an address that is not complete", async (scene) => {
    await atAdd(scene);
    const { page } = scene;
    await page.getByLabel("First name").fill("Lena");
    await page.getByLabel("Last name").fill("Brandt");
    await page.getByRole("dialog").getByRole("textbox", { name: "Email" }).fill("lena.brandt@northbank");
    await page.getByLabel("Last name").focus();
    await page.getByText("Enter a complete address, like name@company.com").waitFor();
  }),
  screen("users-add-system", "Adding a system account", async (scene) => {
    await atAdd(scene);
    await scene.page.getByText("Calls decisions through the API").click();
    await scene.page.getByLabel("Description").waitFor();
  }),
  screen("users-roles", "The roles of a user, two of them changed", async (scene) => {
    await atUsers(scene);
    await act(scene, "Joost de Wit", "Edit roles of Joost de Wit");
    const dialog = scene.page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: "Analyst" }).click();
    await dialog.getByRole("checkbox", { name: "Engineer" }).click();
    await dialog.getByText("1 role added, 1 removed").waitFor();
  }),
  screen("users-keys", "The keys of a system account", atKeys),
  screen("users-key-new", "A key, shown once", async (scene) => {
    await atKeys(scene);
    const { page } = scene;
    const name = `Nightly batch ${scene.variant.name} ${Date.now().toString(36).slice(-4)}`;
    await page.getByLabel("Name of the new key").fill(name);
    await page.getByRole("button", { name: "Create key" }).click();
    await page
      .getByRole("region", { name: `The new key ${name}` })
      .getByText("curl")
      .waitFor();
    scene.later(async () => {
      await page.getByRole("button", { name: `Revoke ${name}` }).click();
      await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
    });
  }),
  screen("users-key-revoke", "Revoking a key", async (scene) => {
    await atKeys(scene);
    await scene.page.getByRole("button", { name: "Revoke Load tests" }).click();
    await scene.page.getByRole("alertdialog", { name: "Revoke key?" }).waitFor();
  }),
  screen("users-selected", "Users selected to be deleted", async (scene) => {
    await atUsers(scene);
    for (const name of ["Tom Albers", "loan-portal"]) await scene.page.getByRole("checkbox", { name: `Select ${name}` }).click();
    await scene.page.getByText("2 selected").waitFor();
  }),
  screen("users-delete", "Deleting a person and a system account", async (scene) => {
    await atUsers(scene);
    for (const name of ["Tom Albers", "loan-portal"]) await scene.page.getByRole("checkbox", { name: `Select ${name}` }).click();
    await scene.page.getByRole("button", { name: "Delete", exact: true }).click();
    await scene.page.getByRole("alertdialog").waitFor();
  }),
  screen("users-no-match", "A search without a match", async ({ page }) => {
    await page.goto("/admin/users?q=nobody-like-this");
    await page.getByText(/^No user matches/).waitFor();
  }),
  screen("users-loading", "Waiting for the list", async (scene) => {
    await scene.page.goto("/admin/profile");
    await scene.page.getByRole("region", { name: "Profile" }).waitFor();
    await scene.pause("api");
    await jump(scene.page, "users");
    await scene.page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor();
  }),
  screen("users-error", "The list cannot be loaded", async (scene) => {
    await scene.page.goto("/admin/profile");
    await scene.page.getByRole("region", { name: "Profile" }).waitFor();
    await scene.stop("api");
    await jump(scene.page, "users");
    await scene.page.getByText("Something went wrong.").waitFor();
  }),
];
