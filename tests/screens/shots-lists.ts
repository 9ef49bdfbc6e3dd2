import type { Page } from "playwright-core";
import type { Caller } from "../support/caller.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

let made: Promise<string> | undefined;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** Lists of both kinds: one with a version in effect, one scheduled and a draft. */
export function listed(admin: Caller): Promise<string> {
  made ??= (async () => {
    const create = async (body: object, put: readonly { key: string; values?: unknown[] }[], publish = true) => {
      const { _embedded } = await admin.do("lists.create", { body });
      const at = { listId: _embedded.webSafeString };
      await admin.do("list.rows.change", { at, body: { put } });
      if (publish) await admin.do("list.versions.create", { at, body: {} });
      return at;
    };
    const countries = ["AT", "BE", "DE", "FR", "IT", "LU", "NL"].map((key) => ({ key }));
    await create({ name: "EU countries", key: { name: "country" } }, countries);
    await create({ name: "Fraud phone numbers", key: { name: "phone" } }, [{ key: "+31612345678" }, { key: "+31687654321" }], false);
    const columns = [
      { name: "province", type: "String" },
      { name: "risk_band", type: "String" },
      { name: "uplift", type: "Float" },
    ];
    const rows = Array.from({ length: 30 }, (_, at) => ({
      key: String(3000 + at),
      values: ["Zuid-Holland", "ABCD"[at % 4], [0, 0.01, 0.02, 0.035][at % 4]],
    }));
    const at = await create({ name: "Postcode risk", key: { name: "postcode" }, columns }, rows);
    const change = (body: object) => admin.do("list.rows.change", { at, body });
    await change({ put: [{ key: "3002", values: ["Zuid-Holland", "D", 0.035] }] });
    await admin.do("list.versions.create", { at, body: { effectiveDate: inDays(45), note: "Bands of 2027" } });
    await change({
      put: [
        { key: "3003", values: ["Zuid-Holland", "C", 0.02] },
        { key: "3040", values: ["Utrecht", "B", null] },
      ],
      remove: ["3001"],
    });
    return at.listId;
  })();
  return made;
}

async function settled(page: Page): Promise<void> {
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

async function open({ page, admin }: Scene): Promise<void> {
  const listId = await listed(admin);
  await page.goto(`/admin/lists?list=${listId}`);
  await page.getByRole("table", { name: "Rows of Postcode risk" }).waitFor();
  await page.getByRole("region", { name: "Used by" }).waitFor();
  await settled(page);
}

const panel = (page: Page) => page.getByRole("complementary", { name: "List" });

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

export const listShots: readonly Shot[] = [
  screen("lists-full", "Lists of the organisation", async ({ page, admin }) => {
    await listed(admin);
    await page.goto("/admin/lists");
    await page.getByRole("link", { name: "Postcode risk" }).waitFor();
    await settled(page);
  }),
  screen("lists-open", "A list with versions by date, a draft and its rows", open),
  screen("lists-changes", "What the draft of a list changes", async (scene) => {
    await open(scene);
    await panel(scene.page).getByRole("button", { name: "Show 3 changes" }).click();
    await scene.page.getByText("Removed", { exact: true }).waitFor();
  }),
  screen("lists-edit", "A value that does not fit its column", async (scene) => {
    await open(scene);
    await panel(scene.page).getByRole("button", { name: "Edit uplift of 3000" }).click();
    await panel(scene.page).getByRole("textbox", { name: "uplift of 3000" }).fill("much");
    await panel(scene.page).getByRole("alert").waitFor();
  }),
  screen("lists-publish", "Publishing a draft after a scheduled version", async (scene) => {
    await open(scene);
    await panel(scene.page).getByRole("button", { name: "Publish v3..." }).click();
    await scene.page.getByRole("dialog", { name: "Publish v3 of Postcode risk" }).waitFor();
  }),
  screen("lists-versions", "All versions of a list", async (scene) => {
    await open(scene);
    await panel(scene.page).getByRole("button", { name: "All 2" }).click();
    await scene.page.getByRole("dialog", { name: "Versions of Postcode risk" }).waitFor();
  }),
  screen("lists-import", "A file with rows that cannot be read", async (scene) => {
    await open(scene);
    await panel(scene.page).getByRole("button", { name: "Import CSV" }).click();
    const dialog = scene.page.getByRole("dialog", { name: "Import into Postcode risk" });
    const text = "postcode,province,risk_band,uplift\n3001,Utrecht,A,much\n,Utrecht,A,0\n3002,Utrecht,A,0\n";
    await dialog.locator("input[type=file]").setInputFiles({ name: "risk.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await dialog.getByRole("button", { name: "Import", exact: true }).click();
    await dialog.getByRole("list", { name: "Rejected rows" }).waitFor();
  }),
  screen("lists-add", "Adding a list from a file", async ({ page, admin }) => {
    await listed(admin);
    await page.goto("/admin/lists");
    await page.getByRole("link", { name: "Postcode risk" }).waitFor();
    const text = "Broker code,Name,Since,Rate\n17,North,2024-01-31,0.5\n18,South,2025-06-30,0.75\n";
    await page.getByLabel("CSV file of a new list").setInputFiles({ name: "Brokers.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.getByRole("textbox", { name: "Column 3" }).waitFor();
  }),
  screen("lists-api", "How a program changes a list", async (scene) => {
    await open(scene);
    await panel(scene.page).getByRole("button", { name: "API" }).click();
    await scene.page.getByRole("dialog", { name: "API of Postcode risk" }).waitFor();
  }),
  screen("lists-error", "The lists cannot be read", async ({ page, stop }) => {
    await page.goto("/admin/profile");
    await page.getByRole("region", { name: "Profile" }).waitFor();
    await stop("api");
    await jump(page, "lists");
    await page.getByText("Something went wrong.").waitFor();
  }),
];

export const emptyListShots: readonly Shot[] = [
  screen("lists-empty", "No lists yet", async ({ page }) => {
    await page.goto("/admin/lists");
    await page.getByText("No lists yet").waitFor();
  }),
];
