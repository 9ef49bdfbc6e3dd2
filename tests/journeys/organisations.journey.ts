import { permissions as everyPermission, type Permission } from "@airlock/contract";
import { bigqueryUrl } from "../../services/parts/bigquery.ts";
import { gcsUrl } from "../../services/parts/gcs.ts";
import { startParts, stopParts } from "../../services/lifecycle.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import type { Product } from "../support/product.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { ownStand } from "./support/own-stand.ts";
import { holdMessage, onScreen, openScreen, readMessage } from "./support/seen.ts";
import { withPermissions } from "./support/with-permissions.ts";

beforeAll(async () => {
  await startParts(ownStand().product, ["bigquery"]);
});
afterAll(async () => {
  await stopParts(ownStand().product, ["bigquery"]);
});

let made = 0;
function unique(word: string): string {
  made += 1;
  return `${word} ${process.pid.toString(36)}${Date.now().toString(36)}${made}`;
}

const row = (page: Page, name: string) => page.getByRole("table", { name: "Organisations" }).getByRole("row").filter({ hasText: name });

async function post(url: string, body: object): Promise<void> {
  const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok && response.status !== 409) throw new Error(`${url} answers ${response.status}: ${await response.text()}`);
}

async function keyFileOf(product: Product): Promise<string> {
  const response = await fetch(`${product.issuer}/development/service-account`);
  return JSON.stringify(await response.json());
}

journey("an organisation is added, renamed in place, and deleted with undo while it is empty", async ({ open, admin }) => {
  const caller = await admin();
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin", adminEmail);
  await openScreen(page, "Organisations");
  await onScreen(page, "Organisations");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const name = unique("Fjord");
  const adding = page.getByRole("dialog", { name: "Add an organisation" });
  const field = adding.getByRole("textbox", { name: "Name" });
  expect(await field.inputValue()).toBe("New Organisation");
  // Esc creates nothing.
  const created: string[] = [];
  page.on("request", (request) => void (request.method() === "POST" && created.push(request.url())));
  await field.press("Escape");
  await adding.waitFor({ state: "detached" });
  expect(created).toEqual([]);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await field.fill(name);
  await field.press("Enter");
  await readMessage(page, "Organisation added");
  // Its code is derived from the name at its creation.
  await row(page, name)
    .getByText(/^FJOR\d*$/)
    .waitFor();
  await page.goto(`/admin/organisations?q=${encodeURIComponent(name)}`);
  await row(page, name).getByText("Airlock", { exact: true }).waitFor();

  await row(page, name)
    .getByRole("button", { name: `Delete ${name}` })
    .click();
  const said = await holdMessage(page, `${name} deleted`);
  await said.getByRole("button", { name: "Undo" }).click();
  await row(page, name).waitFor();
  expect((await caller.do("organisations.list", { query: { search: name } })).items).toHaveLength(1);
});

journey("deleting one that is not empty lists its content and requires its name", async ({ open, admin, product }) => {
  const caller = await admin();
  const name = unique("Harbour");
  const organisationWss = (await caller.do("organisations.create", { body: { name } }))._embedded.webSafeString;
  const stamp = Date.now().toString(36);
  await caller.do("users.invite", {
    body: { firstName: "Ada", name: "Nwosu", emailAddress: `ada-${stamp}@airlock.test`, organisationWss, requestUrl: product.url },
  });
  const account = await caller.do("users.create", {
    body: { name: "gateway", emailAddress: `gateway-${stamp}@airlock.test`, organisationWss },
  });
  await caller.do("user.keys.create", { at: { userId: account._embedded.webSafeString }, body: { name: "Production" } });

  const { page } = await open(withServiceWorker);
  await signInAt(page, `/admin/organisations?q=${encodeURIComponent(name)}`, adminEmail);
  await row(page, name)
    .getByRole("button", { name: `Delete ${name}` })
    .click();
  const dialog = page.getByRole("dialog", { name: "Delete organisation?" });
  await dialog.getByText(`Deleting ${name} also deletes:`).waitFor();
  expect(await dialog.getByRole("list", { name: "Also deleted" }).getByRole("listitem").allInnerTexts()).toEqual([
    "1 user",
    "1 system account",
    "1 key",
  ]);
  const remove = dialog.getByRole("button", { name: "Delete" });
  const field = dialog.getByRole("textbox", { name: `Type ${name} to confirm` });
  await field.fill(name.toLowerCase());
  expect(await remove.isEnabled()).toBe(false);
  await field.fill(name);
  await remove.click();
  await readMessage(page, `${name} deleted`);
  expect((await caller.do("organisations.list", { query: { search: name } })).items).toEqual([]);
});

journey("one's own organisation cannot be deleted", async ({ open, admin }) => {
  const caller = await admin();
  const { organisationWss } = (await caller.do("profile.read"))._embedded;
  const own = (await caller.do("organisation.read", { at: { organisationId: organisationWss } }))._embedded.name;
  const { page } = await open();
  await signInAt(page, `/admin/organisations?q=${own}`, adminEmail);
  const button = page.getByRole("button", { name: `Delete ${own}`, exact: true });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
});

journey(
  "the service account by drop and by picker, tested against the bucket server and the warehouse",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const name = unique("Polder");
    const organisationId = (await caller.do("organisations.create", { body: { name } }))._embedded.webSafeString;
    const stamp = Date.now().toString(36);
    const bucket = `journey-${stamp}`;
    const dataset = `journey_${stamp}`;
    await post(`${gcsUrl(product)}/storage/v1/b?project=airlock`, { name: bucket });
    await post(`${bigqueryUrl(product)}/bigquery/v2/projects/airlock/datasets`, {
      datasetReference: { projectId: "airlock", datasetId: dataset },
    });
    const keyFile = await keyFileOf(product);

    const { page } = await open();
    await signInAt(page, `/admin/organisations?q=${encodeURIComponent(name)}`, adminEmail);
    const openDialog = () =>
      row(page, name)
        .getByRole("button", { name: `Service account of ${name}` })
        .click();
    await openDialog();
    const dialog = page.getByRole("dialog", { name: "Service account and project ID" });
    const save = dialog.getByRole("button", { name: "Save", exact: true });
    const use = dialog.getByRole("switch", { name: /^Use Airlock/ }).or(dialog.getByRole("checkbox", { name: /^Use Airlock/ }));
    expect(await use.isChecked()).toBe(true);
    expect(await save.isEnabled()).toBe(false);
    await use.click();
    // Without a file there is nothing to save.
    expect(await save.isEnabled()).toBe(false);
    const picker = dialog.locator('input[type="file"]');
    await picker.setInputFiles({ name: "holiday.json", mimeType: "application/json", buffer: Buffer.from('{"type":"authorized_user"}') });
    await dialog.getByText("holiday.json is not the key file of a service account.").waitFor();
    // One that looks valid but has another token endpoint is refused by the api.
    const elsewhere = JSON.stringify({ ...JSON.parse(keyFile), token_uri: "https://tokens.example/steal" });
    await picker.setInputFiles({ name: "elsewhere.json", mimeType: "application/json", buffer: Buffer.from(elsewhere) });
    await dialog.getByText(/account development, key \w{4}\.\.\.\w{2}/).waitFor();
    await save.click();
    await dialog
      .getByRole("alert")
      .getByText(/token_uri/)
      .waitFor();
    expect((await caller.do("organisation.read", { at: { organisationId } }))._embedded.serviceAccount).toBeNull();

    // By drag and drop.
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], "reader.json", { type: "application/json" }));
      return data;
    }, keyFile);
    await dialog.locator(".account-drop").dispatchEvent("drop", { dataTransfer: transfer });
    await dialog.getByText("reader.json").waitFor();
    await dialog.getByRole("textbox", { name: "Project ID" }).fill("Not An ID");
    await dialog.getByText(/^Up to ten project IDs/).waitFor();
    expect(await save.isEnabled()).toBe(false);
    await dialog.getByRole("textbox", { name: "Project ID" }).fill("airlock");
    await dialog.getByText("Key file and project ID changed").waitFor();
    await dialog.getByRole("button", { name: "Save and test" }).click();
    await dialog.getByText(/^Connected in /).waitFor();
    await dialog.getByText("The key of development@airlock.iam.gserviceaccount.com is accepted.").waitFor();
    await dialog.getByText(/^Sees .* buckets? in project airlock\./).waitFor();
    await dialog.getByText(/^Sees .* datasets? in project airlock\./).waitFor();
    expect(await dialog.getByRole("status").innerText()).toContain(bucket);
    expect(await dialog.getByRole("status").innerText()).toContain(dataset);
    // The stored account is shown without the secret.
    await dialog.getByText("development@airlock.iam.gserviceaccount.com", { exact: true }).waitFor();
    await dialog.getByText(/by Maya Visser, project airlock/).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await row(page, name)
      .getByText(/^Own, changed /)
      .waitFor();

    // Another project: the account is valid, but the project is empty; each check has its own result.
    await openDialog();
    await dialog.getByRole("textbox", { name: "Project ID" }).fill("elsewhere-project");
    await dialog.getByRole("button", { name: "Save and test" }).click();
    await dialog.getByText("Not everything could be reached").waitFor();
    await dialog.getByText("The key of development@airlock.iam.gserviceaccount.com is accepted.").waitFor();

    // Back to Airlock's own: the file is deleted.
    await use.click();
    await dialog.getByText("Saving deletes the stored key file of development@airlock.iam.gserviceaccount.com.").waitFor();
    await save.click();
    await readMessage(page, `Storage of ${name} saved`);
    await row(page, name).getByText("Airlock", { exact: true }).waitFor();
    expect((await caller.do("organisation.read", { at: { organisationId } }))._embedded).toMatchObject({
      useAirlock: true,
      serviceAccount: null,
    });
    const { private_key: secret } = JSON.parse(keyFile) as { private_key: string };
    expect(await page.content()).not.toContain(secret.slice(40, 80));
  },
);

journey("each button of the organisations table requires its permission", async (stage) => {
  const caller = await stage.admin();
  const name = unique("Gate");
  await caller.do("organisations.create", { body: { name } });
  const buttons = { add: "Add", edit: `Edit name of ${name}`, account: `Service account of ${name}`, remove: `Delete ${name}` };
  const cases: readonly [Permission, readonly (keyof typeof buttons)[]][] = [
    ["organisations.list", []],
    ["organisations.create", ["add"]],
    ["organisation.update", ["edit", "account"]],
    ["organisation.delete", ["remove"]],
  ];
  const openWith = withPermissions(stage);
  for (const [permission, expected] of cases) {
    const held = everyPermission.filter((one) => one === "organisations.list" || one === permission);
    const page = await openWith(held, `/admin/organisations?q=${encodeURIComponent(name)}`);
    await row(page, name).waitFor();
    const shown: string[] = [];
    for (const [what, label] of Object.entries(buttons)) {
      if ((await page.getByRole("main").getByRole("button", { name: label, exact: true }).count()) > 0) shown.push(what);
    }
    expect([permission, shown.toSorted()]).toEqual([permission, expected.toSorted()]);
    expect(await page.getByRole("checkbox").count()).toBe(permission === "organisation.delete" ? 2 : 0);
  }
});
