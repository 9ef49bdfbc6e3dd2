import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { onScreen, openScreen, readMessage } from "./support/seen.ts";
import { rowOf } from "./support/table.ts";
import { unique } from "./support/unique.ts";
import { withPermissions } from "./support/with-permissions.ts";

/** The statements of the specification about this screen, each with the story that shows it. */
const sentences = {
  menu: "/admin/datasources, Datasources table, for those who may view datasources; in the menu only then",
  table: "Table: name, type, table name, record count",
  count: "record count with a per-row refresh button (a spinner shows per datasource until done)",
  delete: "a delete-confirm dialog (delete carries a deleteData choice)",
  storage: "Storage: two steps. Step 1 selects a bucket and a file. Step 2 selects fields and types",
  loadingBuckets: "Loading the list of buckets",
  loadingFiles: "Loading the list of files from the bucket",
  loadingFile: "Retrieving the details of the file",
  loadingDatasource: "Retrieving the details the datasource details",
  bigQuery: "BigQuery: one step (name, table name, table type)",
  closes: "The dialog closes when the import completes",
  next: "Next disabled without a file and a name",
  createStorage: "Create disabled when storage has no selected fields or empty name",
  createTable: "Create disabled when BigQuery has empty name or table name",
  tableName: "BigQuery table name: letters, digits, underscores only",
  labels: "Import labels string, integer, real",
  failure: "Failures raise a status with message and description shown as 'message: description' with a code",
} as const;
const shown = new Set<string>();
function shows(...names: readonly (keyof typeof sentences)[]): void {
  for (const name of names) shown.add(name);
}

async function openWizard(page: Page) {
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a datasource" });
  await dialog.waitFor();
  return dialog;
}

/** Holds responses until they are released, so that the state in between can be read. */
async function holdBack(page: Page, pattern: string): Promise<() => Promise<void>> {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(pattern, async (route) => {
    await held;
    await route.fallback();
  });
  return async () => {
    letGo();
    await page.unroute(pattern);
  };
}

const loans = (name: string, extra = "") => ({
  name: `${name}.csv`,
  mimeType: "text/csv",
  buffer: Buffer.from(
    `application_id,age,net_income,employment\nNL-1,34,2850.00,permanent\nNL-2,52,4120.50,"self-employed, other"\nNL-3,,1975.25,contract\n${extra}`,
  ),
});

journey("a file is uploaded, previewed, imported and counted; the dialog shows its progress and closes by itself", async ({ open }) => {
  const name = unique("Loans");
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await openScreen(page, "Datasources");
  await onScreen(page, "Datasources");
  shows("menu");

  const buckets = await holdBack(page, "**/dme/manage/v1/buckets");
  const files = await holdBack(page, "**/dme/manage/v1/buckets/csv");
  const dialog = await openWizard(page);
  await dialog.getByText(sentences.loadingBuckets, { exact: true }).waitFor();
  shows("loadingBuckets");
  await buckets();
  await dialog.getByText(sentences.loadingFiles, { exact: true }).waitFor();
  shows("loadingFiles");
  await files();

  const next = dialog.getByRole("button", { name: "Next" });
  expect(await next.isDisabled()).toBe(true);
  const empty = { name: "nothing.csv", mimeType: "text/csv", buffer: Buffer.alloc(0) };
  await dialog.locator('input[type="file"]').setInputFiles(empty);
  await dialog.getByRole("alert").getByText("nothing.csv is empty. Choose a file with rows.").waitFor();
  await dialog.locator('input[type="file"]').setInputFiles(loans(name, "NL-4,old,1,contract\nNL-5,1\n"));
  await dialog.getByRole("radio", { name: `${name}.csv` }).waitFor();
  await expect.poll(() => dialog.getByRole("radio", { name: `${name}.csv` }).isChecked()).toBe(true);
  // The name comes from the file; without a name there is no next step.
  const nameField = dialog.getByRole("textbox", { name: "Name" });
  expect(await nameField.inputValue()).toBe(name);
  await nameField.fill(" ");
  expect(await next.isDisabled()).toBe(true);
  await nameField.fill(name);
  expect(await next.isEnabled()).toBe(true);
  shows("next");
  expect(await violationsOf(page)).toEqual([]);

  const definition = await holdBack(page, "**/dme/manage/v1/buckets/csv/definition");
  await next.click();
  await dialog.getByText(sentences.loadingFile, { exact: true }).waitFor();
  shows("loadingFile");
  await definition();
  const fields = dialog.getByRole("table", { name: "Fields" });
  await fields.waitFor();
  await dialog.getByText("4 of 4 fields selected", { exact: true }).waitFor();
  // One of three values is not a number, so the column was detected as text; chosen as integer, rejected values are shown.
  const age = fields.getByRole("combobox", { name: "Type of age" });
  expect(await age.innerText()).toBe("string");
  await age.click();
  expect(await page.getByRole("option").allInnerTexts()).toEqual(["string", "integer", "real"]);
  shows("labels");
  await page.getByRole("option", { name: "integer" }).click();
  await fields.getByText('"old" is no integer', { exact: false }).waitFor();
  // A format that would read more of it is offered with an example and used only if it is chosen.
  await fields.getByText('"old" as missing', { exact: false }).waitFor();
  await dialog.getByText("2 rows of the first 5 would be rejected", { exact: true }).waitFor();
  await dialog.getByText("has 2 cells instead of 4", { exact: false }).waitFor();
  await fields.getByRole("button", { name: "Use for age" }).click();
  await dialog.getByText("1 row of the first 5 would be rejected", { exact: true }).waitFor();
  await fields.getByRole("button", { name: "Undo for age" }).click();
  expect(await age.innerText()).toBe("string");
  await age.click();
  await page.getByRole("option", { name: "integer" }).click();
  await dialog.getByText("2 rows of the first 5 would be rejected", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Show first rows" }).click();
  await dialog.getByRole("table", { name: "First rows" }).getByText("self-employed, other", { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const create = dialog.getByRole("button", { name: "Create" });
  const all = fields.getByRole("checkbox", { name: "Select all fields" });
  await all.click();
  expect(await create.isDisabled()).toBe(true);
  await all.click();
  await nameField.fill("");
  expect(await create.isDisabled()).toBe(true);
  await nameField.fill(name);
  await fields.getByRole("checkbox", { name: "application_id" }).click();
  await dialog.getByText("3 of 4 fields selected", { exact: true }).waitFor();
  shows("storage", "createStorage");

  const creating = await holdBack(page, "**/dme/manage/v1/datasources");
  await create.click();
  await dialog.getByText(sentences.loadingDatasource, { exact: true }).waitFor();
  shows("loadingDatasource");
  await creating();
  await dialog.waitFor({ state: "hidden" });
  await readMessage(page, `${name} imported: 3 records, 2 rejected`);
  shows("closes");

  const row = rowOf(page, name);
  await row.getByText("Storage", { exact: true }).waitFor();
  await row.getByText(name.replaceAll(/\W+/g, "_"), { exact: true }).waitFor();
  await row.getByText("3", { exact: true }).waitFor();
  shows("table");
  const counting = await holdBack(page, "**/count");
  await row.getByRole("button", { name: `Count the records of ${name} again` }).click();
  await row.getByRole("progressbar", { name: `Counting ${name}` }).waitFor();
  await counting();
  await row.getByRole("progressbar").waitFor({ state: "hidden" });
  await readMessage(page, `${name} counted: 3 records`);
  await row.getByText("3", { exact: true }).waitFor();
  shows("count");

  // The name opens it, and the pencil next to it renames it.
  await row.getByRole("link", { name, exact: true }).click();
  const columns = page.getByRole("table", { name: `Columns of ${name}` });
  await columns.getByText("34 to 52", { exact: true }).waitFor();
  await columns.getByRole("img", { name: "Distribution of net_income", exact: false }).waitFor();
  await page.getByRole("button", { name: "Show first rows" }).click();
  const stored = page.getByRole("table", { name: "First rows" });
  expect(await stored.getByRole("row").nth(3).getByRole("cell").allInnerTexts()).toEqual(["missing", "1975.25", "contract"]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download 2 rejected rows" }).click();
  const report = await (await download).createReadStream();
  let text = "";
  for await (const chunk of report) text += String(chunk);
  expect(text).toContain('4,age,"""old"" is not a whole number');
  expect(text).toContain("5,,has 2 cells instead of 4,NL-5,1");

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const question = page.getByRole("alertdialog", { name: "Delete datasource?" });
  await question.getByText(`Are you sure you want to delete ${name}?`).waitFor();
  await question.getByRole("checkbox", { name: "Also delete the file from Airlock's bucket" }).click();
  const deleted = page.waitForRequest((request) => request.method() === "DELETE");
  await question.getByRole("button", { name: "Delete" }).click();
  expect((await deleted).postDataJSON()).toEqual({ deleteData: true });
  await readMessage(page, `${name} deleted`);
  await row.waitFor({ state: "hidden" });
  shows("delete");
});

journey("a BigQuery table takes one step, and only letters, digits and underscores", async ({ open, admin, product }) => {
  const name = unique("Warehouse");
  const boss = await admin();
  const organisation = await boss.do("organisations.create", { body: { name: unique("Northbank") } });
  expect(organisation._embedded.useAirlock).toBe(true);
  const { page } = await open();
  // As in an organisation with its own storage: no bucket is Airlock's.
  await page.route("**/dme/manage/v1/buckets", (route) =>
    route.fulfill({ json: { items: [], _embedded: { total: 0, exact: true }, _links: {} } }),
  );
  await signInAt(page, "/admin/datasources", adminEmail);
  const dialog = await openWizard(page);
  await dialog.getByRole("radio", { name: "BigQuery" }).click();
  const create = dialog.getByRole("button", { name: "Create" });
  expect(await dialog.getByRole("button", { name: "Next" }).count()).toBe(0);
  expect(await create.isDisabled()).toBe(true);
  await dialog.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  expect(await create.isDisabled()).toBe(true);
  const table = dialog.getByRole("textbox", { name: "Table name" });
  await table.fill("no-dashes");
  await dialog.getByText("Letters, digits and underscores only", { exact: true }).waitFor();
  expect(await create.isDisabled()).toBe(true);
  await table.fill("loans_2026");
  expect(await create.isEnabled()).toBe(true);
  shows("createTable", "tableName");
  await dialog.getByRole("combobox", { name: "Table type" }).click();
  expect(await page.getByRole("option").allInnerTexts()).toEqual(["custom", "predictiveAnalytics"]);
  await page.getByRole("option", { name: "predictiveAnalytics" }).click();
  shows("bigQuery");
  // The organisation of this story has no service account: the api reports it, and the dialog keeps what was typed.
  await create.click();
  await dialog.getByRole("alert").getByText("No BigQuery: The organisation uses Airlock's own storage.", { exact: false }).waitFor();
  await dialog.getByText("WAREHOUSE_NOT_USED", { exact: true }).waitFor();
  expect(await table.inputValue()).toBe("loans_2026");
  shows("failure");
  expect(product.url).toContain("http");
});

journey("an import waits for a worker, can be cancelled, and continues when the dialog is closed", async ({ open, stop }) => {
  const [cancelled, later, left] = [unique("Cancelled"), unique("Later"), unique("Left")];
  const { page } = await open();
  await signInAt(page, "/admin/datasources", adminEmail);
  const back = await stop("worker");
  const begin = async (name: string) => {
    const dialog = await openWizard(page);
    await dialog.locator('input[type="file"]').setInputFiles(loans(name));
    await expect.poll(() => dialog.getByRole("radio", { name: `${name}.csv` }).isChecked()).toBe(true);
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("Waiting for a worker", { exact: true }).waitFor();
    return dialog;
  };
  const first = await begin(cancelled);
  await first.getByRole("button", { name: "Cancel import" }).click();
  await first.getByText("Import cancelled", { exact: true }).waitFor();
  await first.getByRole("button", { name: "Close", exact: true }).last().click();
  await rowOf(page, cancelled).getByText("Cancelled", { exact: true }).waitFor();

  // The row offers the same when the dialog is closed.
  const third = await begin(later);
  await third.getByRole("button", { name: "Close", exact: true }).last().click();
  await rowOf(page, later)
    .getByRole("button", { name: `Cancel the import of ${later}` })
    .click();
  await rowOf(page, later).getByText("Cancelled", { exact: true }).waitFor();

  const second = await begin(left);
  await second.getByRole("button", { name: "Close", exact: true }).last().click();
  await rowOf(page, left)
    .getByRole("progressbar", { name: `Importing ${left}` })
    .waitFor();
  await back();
  await rowOf(page, left).getByText("3", { exact: true }).waitFor();
  // The cancelled one does not change: the worker does not take it.
  await rowOf(page, cancelled).getByText("Cancelled", { exact: true }).waitFor();
});

journey("without the permission there is no screen, and without the permission to import no files", async (stage) => {
  const openWith = withPermissions(stage);
  const page = await openWith(["solutions.list"], "/admin/datasources");
  await page.getByText("No access to datasources", { exact: true }).waitFor();
  expect(await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Datasources" }).count()).toBe(0);

  await openWith(["datasources.list", "datasources.create"], "/admin/datasources");
  await onScreen(page, "Datasources");
  const dialog = await openWizard(page);
  expect(await dialog.getByRole("radio", { name: "Storage" }).isDisabled()).toBe(true);
  await dialog.getByText("You need the permission imports.* to import files.", { exact: true }).waitFor();
  expect(await dialog.getByRole("radio", { name: "BigQuery" }).isChecked()).toBe(true);
});

test("every statement of the specification was shown", () => expect([...shown].sort()).toEqual(Object.keys(sentences).sort()));
