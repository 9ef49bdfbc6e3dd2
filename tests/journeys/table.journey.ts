import { text } from "node:stream/consumers";
import { expect } from "vitest";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { holdMessage } from "./support/seen.ts";
import { rowOf, typeOver } from "./support/table.ts";

let made = 0;
const word = () => `t${Date.now().toString(36)}${(made += 1)}`;

async function makeRoles(admin: Caller, names: readonly string[]): Promise<void> {
  for (const name of names) await admin.do("allRoles.create", { body: { name, description: "Made for a table" } });
}

journey("two windows edit the same cell: the second gets a conflict, keeps what was typed, and chooses", async ({ open, admin }) => {
  const tag = word();
  const name = `Contested ${tag}`;
  await makeRoles(await admin(), [name]);
  const address = `/admin/roles?q=${tag}`;
  const one = (await open()).page;
  const two = (await open()).page;
  await signInAt(one, address, adminEmail);
  await signInAt(two, address, adminEmail);

  const mine = await typeOver(one, "description", name, "As I see it");
  await (await typeOver(two, "description", name, "As they see it")).press("Enter");
  await two.getByText("As they see it", { exact: true }).waitFor();

  await mine.press("Enter");
  const message = one.getByRole("alertdialog", { name: "Changed meanwhile" });
  await message.getByText("As they see it", { exact: true }).waitFor();
  await message.getByText("As I see it", { exact: true }).waitFor();
  // Escape decides nothing: the field is still open with what was typed.
  await one.keyboard.press("Escape");
  await message.waitFor({ state: "detached" });
  expect(await mine.inputValue()).toBe("As I see it");
  await mine.press("Enter");
  await message.getByRole("button", { name: "Use mine" }).click();
  await one.getByText("As I see it", { exact: true }).waitFor();
  await mine.waitFor({ state: "detached" });

  // The reverse: the second window has not refreshed since, and takes the current value.
  const theirs = await typeOver(two, "description", name, "Once more");
  await theirs.press("Enter");
  await two.getByRole("alertdialog").getByRole("button", { name: "Use theirs" }).click();
  await two.getByText("As I see it", { exact: true }).waitFor();

  // A change of another field is not a conflict: both are applied.
  const renamed = await typeOver(one, "name", name, `Renamed ${tag}`);
  await (await typeOver(two, "description", name, "Nobody loses")).press("Enter");
  await two.getByText("Nobody loses", { exact: true }).waitFor();
  await renamed.press("Enter");
  await rowOf(one, `Renamed ${tag}`).getByText("Nobody loses", { exact: true }).waitFor();
});

journey("rows are selected, deleted together, restored by undo, and deleted permanently", async ({ open, admin }) => {
  const tag = word();
  const names = ["Alpha", "Beta", "Gamma"].map((one) => `${one} ${tag}`);
  const boss = await admin();
  await makeRoles(boss, names);
  const { page } = await open(withServiceWorker);
  await signInAt(page, `/admin/roles?q=${tag}`, adminEmail);
  await rowOf(page, names[0] ?? "").waitFor();
  await page.getByRole("checkbox", { name: "Select all" }).click();
  const bar = page.getByRole("toolbar", { name: "Selected roles" });
  await bar.getByText("3 selected", { exact: true }).waitFor();
  await bar.getByRole("button", { name: "Clear selection" }).click();
  await bar.waitFor({ state: "detached" });

  await page.getByRole("checkbox", { name: `Select ${names[0]}` }).click();
  await page.getByRole("checkbox", { name: `Select ${names[1]}` }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  const message = await holdMessage(page, "2 roles deleted");
  await rowOf(page, names[0] ?? "").waitFor({ state: "detached" });
  await message.getByRole("button", { name: "Undo" }).click();
  await rowOf(page, names[0] ?? "").waitFor();

  await page.getByRole("checkbox", { name: "Select all" }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  const last = await holdMessage(page, "3 roles deleted");
  await last.getByRole("button", { name: "Dismiss" }).click();
  await page.getByText(`No role matches "${tag}"`).waitFor();
  await eventually("the roles to be gone from the api too", async () => {
    const { items } = await boss.do("allRoles.list", { query: { search: tag } });
    return items.length === 0 ? true : undefined;
  });
});

journey("the list as CSV has every matching row, and no formulas", async ({ open, admin }) => {
  const tag = word();
  await makeRoles(await admin(), [`=HYPERLINK("x") ${tag}`, ...Array.from({ length: 11 }, (_, index) => `Row ${index}, ${tag}`)]);
  const { page } = await open();
  await signInAt(page, `/admin/roles?q=${tag}`, adminEmail);
  await page.getByText("1-10 of 12", { exact: true }).waitFor();
  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe("roles.csv");
  const lines = (await text(await file.createReadStream())).replace("\uFEFF", "").trimEnd().split("\r\n");
  // The organisation is a column if there are several.
  expect(lines[0]).toMatch(/^Name,Description,Code,(?:Organisation,)?Users,Permissions$/);
  expect(lines).toHaveLength(13);
  expect(lines.filter((line) => line.startsWith("="))).toEqual([]);
  expect(lines.some((line) => line.startsWith(`"'=HYPERLINK(""x"") ${tag}",Made for a table,`))).toBe(true);
});
