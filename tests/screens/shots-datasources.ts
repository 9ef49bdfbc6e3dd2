import type { Page } from "playwright-core";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

const employment = ["permanent", "self-employed", "contract"];
const purposes = ["car", "home improvement", "other"];

function loans(rows: number): Buffer {
  const lines = Array.from({ length: rows }, (_, at) => {
    const spread = (at * 7919) % 1000;
    const cells = [`NL-${48213 + at}`, 18 + (spread % 55), (1500 + spread * 3.25).toFixed(2), (400 + spread / 2).toFixed(2)];
    return [...cells, employment[at % 3], purposes[(at * 5) % 3], 1000 * (1 + (spread % 40)), at % 9 === 0 ? 1 : 0].join(",");
  });
  const names = "application_id,age,net_income,monthly_debts,employment,loan_purpose,amount,defaulted_12m";
  return Buffer.from(`${names}\n${lines.join("\n")}\nNL-1,unknown,1,1,contract,car,1,0\nNL-2,3\n`);
}

async function addFile(page: Page, name: string, rows: number): Promise<void> {
  const dialog = await chosenFile(page, name, rows);
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function chosenFile(page: Page, name: string, rows: number) {
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a datasource" });
  await dialog.locator('input[type="file"]').setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer: loans(rows) });
  await dialog
    .getByRole("radio", { name: `${name}.csv` })
    .first()
    .waitFor();
  await dialog.getByRole("button", { name: "Next" }).and(page.locator(":enabled")).waitFor();
  return dialog;
}

/** The same few files for every picture. */
async function atDatasources({ page, admin }: Scene): Promise<void> {
  const { items } = await admin.do("datasources.list");
  await page.goto("/admin/datasources");
  if (!items.some(({ _embedded }) => _embedded.name === "sme_applicants")) {
    await addFile(page, "loans_2024_2026", 18_422);
    await addFile(page, "motor_claims", 9_654);
    await addFile(page, "sme_applicants", 791);
  }
  await page.getByText("sme_applicants", { exact: true }).first().waitFor();
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

export const datasourceShots: readonly Shot[] = [
  screen("datasources-full", "Datasources", atDatasources),
  screen("datasources-columns", "What the columns of a datasource hold", async (scene) => {
    await atDatasources(scene);
    const { page } = scene;
    await page.getByRole("button", { name: "Columns of loans_2024_2026" }).click();
    await page.getByRole("table", { name: "Columns of loans_2024_2026" }).getByRole("img").first().waitFor();
  }),
  screen("datasources-file", "A bucket and a file", async (scene) => {
    await atDatasources(scene);
    await chosenFile(scene.page, "policy_renewals", 50);
  }),
  screen("datasources-fields", "Fields and types, and what would be rejected", async (scene) => {
    await atDatasources(scene);
    const dialog = await chosenFile(scene.page, "loans_2026_q3", 900);
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByRole("table", { name: "Fields" }).waitFor();
    await dialog.getByRole("checkbox", { name: "application_id" }).click();
  }),
  screen("datasources-formats", "Formats that are proposed, one of them used", async (scene) => {
    await atDatasources(scene);
    const { page } = scene;
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add a datasource" });
    const rows = ["A1;12.504,48;31/12/2023;34", "A2;1.975,25;01/03/2024;unknown", "A3;;02/03/2024;52", "A4;7,5;13/03/2024;40"];
    const buffer = Buffer.from(`id;income;applied_on;age\n${rows.join("\n")}\n`);
    await dialog.locator('input[type="file"]').setInputFiles({ name: "applications_nl.csv", mimeType: "text/csv", buffer });
    await dialog.getByRole("button", { name: "Next" }).and(page.locator(":enabled")).click();
    await dialog.getByRole("button", { name: "Use for income" }).click();
    await dialog.getByRole("button", { name: "Undo for income" }).waitFor();
  }),
  screen("datasources-bigquery", "A table that stays in BigQuery", async (scene) => {
    const { page } = scene;
    await atDatasources(scene);
    await page.route("**/dme/manage/v1/buckets", (route) =>
      route.fulfill({ json: { items: [], _embedded: { total: 0, exact: true }, _links: {} } }),
    );
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add a datasource" });
    await dialog.getByRole("radio", { name: "BigQuery" }).click();
    await dialog.getByRole("textbox", { name: "Table name" }).fill("card-payments");
  }),
  screen("datasources-postgres", "A table in the organisation's own Postgres, at an address that is not allowed", async (scene) => {
    const { page, admin } = scene;
    const { items } = await admin.do("secrets.list");
    if (!items.some(({ _embedded }) => _embedded.name === "CrmPassword")) {
      await admin.do("secrets.create", { body: { name: "CrmPassword", hosts: ["10.20.0.7"], value: "not a real password" } });
    }
    await atDatasources(scene);
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add a datasource" });
    await dialog.getByRole("radio", { name: "Postgres" }).click();
    const texts = {
      Name: "Loans",
      Host: "10.20.0.7",
      Database: "crm",
      User: "airlock_reader",
      Schema: "reporting",
      "Table or view": "loans",
    };
    for (const [name, text] of Object.entries(texts)) await dialog.getByRole("textbox", { name, exact: true }).fill(text);
    await dialog.getByRole("combobox", { name: "Password" }).click();
    await page.getByRole("option", { name: "CrmPassword" }).click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("SOURCE_NOT_ALLOWED", { exact: true }).waitFor();
  }),
  screen("datasources-postgres-columns", "The columns of a Postgres table, and where it stays", async (scene) => {
    const { page, admin } = scene;
    const { items } = await admin.do("datasources.list");
    const stored = items[0];
    if (stored === undefined) throw new Error("There is no datasource to show.");
    const columns = [
      { name: "id", key: "c0", type: "STRING", profile: null },
      { name: "net_income", key: "c1", type: "FLOAT", profile: null },
    ];
    const connection = {
      host: "db.example.com",
      port: 5432,
      database: "crm",
      user: "airlock_reader",
      secret: "CrmPassword",
      schema: "reporting",
      tls: "verify",
    };
    const { import: _, ...links } = stored._links;
    const table = {
      ...stored._embedded,
      name: "Loans in the CRM",
      type: "Postgres",
      tableName: "loans",
      connection,
      columns,
      importWss: null,
    };
    await page.route("**/dme/manage/v1/datasources?*", (route) =>
      route.fulfill({
        json: { items: [{ ...stored, _embedded: table, _links: links }], _embedded: { total: 1, exact: true }, _links: {} },
      }),
    );
    const records = [
      ["NL-1", "2850.50"],
      ["NL-2", null],
    ];
    await page.route("**/datasources/*/metadata*", (route) =>
      route.fulfill({ json: { _embedded: { columns, records, cost: null }, _links: {} } }),
    );
    await page.goto("/admin/datasources");
    await page.getByRole("button", { name: "Columns of Loans in the CRM" }).click();
    await page.getByText("The table stays in schema").waitFor();
    // The tooltip of the button would cover it.
    await page.mouse.move(700, 700);
    await page.getByRole("tooltip").waitFor({ state: "hidden" });
  }),
  screen("datasources-delete", "Deleting asks whether to delete the file", async (scene) => {
    await atDatasources(scene);
    const { page, variant } = scene;
    if (variant.name === "narrow") await page.getByRole("button", { name: "More actions for motor_claims" }).click();
    await page
      .getByRole("button", { name: "Delete motor_claims" })
      .or(page.getByRole("menuitem", { name: "Delete motor_claims" }))
      .first()
      .click();
    await page.getByRole("alertdialog").waitFor();
  }),
];
