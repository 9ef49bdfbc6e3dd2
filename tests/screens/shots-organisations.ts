import { gcsUrl } from "../../services/parts/gcs.ts";
import type { Caller } from "../support/caller.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

const names = ["Northbank", "Northbank Germany", "Polder Insurance", "Fjord Leasing", "Harbour Cards", "Linden Mutual"];

async function organisationsFor(admin: Caller, { product }: Scene): Promise<void> {
  const known = await admin.do("organisations.list", { query: { search: "Northbank Germany" } });
  if (known.items.length > 0) return;
  await fetch(`${gcsUrl(product)}/storage/v1/b?project=airlock`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "northbank-applications" }),
  });
  const file = await (await fetch(`${product.issuer}/development/service-account`)).text();
  for (const [index, name] of names.entries()) {
    const organisationId = (await admin.do("organisations.create", { body: { name } }))._embedded.webSafeString;
    if (index > 2) continue;
    await admin.do("organisation.serviceAccount", { at: { organisationId }, body: { useAirlock: false, file } });
    await admin.do("organisation.projectIds", { at: { organisationId }, body: { organisationIdStr: index === 0 ? "airlock" : "" } });
    const user = { name: "gateway", emailAddress: `gateway-${index}@northbank.example`, organisationWss: organisationId };
    const userId = (await admin.do("users.create", { body: user }))._embedded.webSafeString;
    await admin.do("user.keys.create", { at: { userId }, body: { name: "Production" } });
  }
}

async function atOrganisations(scene: Scene): Promise<void> {
  await organisationsFor(scene.admin, scene);
  await scene.page.goto("/admin/organisations");
  await scene.page.getByText("Northbank Germany", { exact: true }).first().waitFor();
  await scene.page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

/** By the button of its row; on a narrow screen by the entry of its menu. */
async function act({ page, variant }: Scene, name: string, action: string): Promise<void> {
  if (variant.name === "narrow") await page.getByRole("button", { name: `More actions for ${name}`, exact: true }).click();
  await page
    .getByRole("button", { name: action, exact: true })
    .or(page.getByRole("menuitem", { name: action, exact: true }))
    .first()
    .click();
}

async function atAccount(scene: Scene, name: string): Promise<void> {
  await atOrganisations(scene);
  await act(scene, name, `Service account of ${name}`);
  await scene.page.getByRole("dialog").waitFor();
}

export const organisationShots: readonly Shot[] = [
  screen("organisations-full", "Organisations with Airlock's storage and with their own", atOrganisations),
  screen("organisations-account", "A service account that is stored", (scene) => atAccount(scene, "Northbank Germany")),
  screen("organisations-file", "A key file that was chosen", async (scene) => {
    await atAccount(scene, "Fjord Leasing");
    const { page, product } = scene;
    await page.getByText("Use Airlock", { exact: true }).click();
    const file = await (await fetch(`${product.issuer}/development/service-account`)).text();
    await page.locator('input[type="file"]').setInputFiles({
      name: "northbank-risk-reader.json",
      mimeType: "application/json",
      buffer: Buffer.from(file),
    });
    await page.getByRole("dialog").getByText("northbank-risk-reader.json").waitFor();
  }),
  screen("organisations-refused", "A file that is no key file", async (scene) => {
    await atAccount(scene, "Fjord Leasing");
    const { page } = scene;
    await page.getByText("Use Airlock", { exact: true }).click();
    await page.locator('input[type="file"]').setInputFiles({
      name: "holiday.json",
      mimeType: "application/json",
      buffer: Buffer.from("{}"),
    });
    await page.getByRole("alert").getByText("holiday.json is not the key file of a service account.").waitFor();
  }),
  screen("organisations-tested", "What a test of the connection says", async (scene) => {
    await atAccount(scene, "Northbank");
    await scene.page.getByRole("button", { name: "Test connection" }).click();
    await scene.page.getByRole("dialog").getByRole("status").waitFor();
  }),
  screen("organisations-delete", "Deleting one that holds data", async (scene) => {
    await atOrganisations(scene);
    await act(scene, "Polder Insurance", "Delete Polder Insurance");
    await scene.page.getByRole("dialog").getByText("Deleting Polder Insurance also deletes:").waitFor();
  }),
  screen("organisations-no-match", "A search without a match", async ({ page }) => {
    await page.goto("/admin/organisations?q=nothing-like-this");
    await page.getByText(/^No organisation matches/).waitFor();
  }),
  screen("organisations-error", "The list cannot be loaded", async (scene) => {
    await scene.page.goto("/admin/profile");
    await scene.page.getByRole("region", { name: "Profile" }).waitFor();
    await scene.stop("api");
    await jump(scene.page, "organisations");
    await scene.page.getByText("Something went wrong.").waitFor();
  }),
];
