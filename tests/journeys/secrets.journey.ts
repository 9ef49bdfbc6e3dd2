import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";
import { rowOf } from "./support/table.ts";
import { withPermissions } from "./support/with-permissions.ts";

const unique = () => `Key_${Date.now().toString(36)}`;
const value = "canary-console-9d3e-never-to-be-seen";

journey("a secret is entered for its hosts, changed and deleted, and its value is never shown again", async ({ open, admin }) => {
  const name = unique();
  const { page } = await open();
  await signInAt(page, "/admin/secrets", adminEmail);
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "New secret" });
  // Save is disabled until everything is entered; an invalid text has a message.
  expect(await dialog.getByRole("button", { name: "Save secret" }).isDisabled()).toBe(true);
  await dialog.getByLabel("Name").fill("1 wrong");
  expect(await dialog.getByLabel("Name").getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Hosts it may be sent to").fill("API.example.com\nb.example.com");
  await dialog.getByLabel("Value").fill(value);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save secret" }).click();
  await readMessage(page, `Secret ${name} saved`);
  await rowOf(page, name).getByText("api.example.com, b.example.com").waitFor();

  await page.getByRole("button", { name: `Change ${name}` }).click();
  const change = page.getByRole("dialog", { name: `Change ${name}` });
  expect(await change.getByLabel("New value").inputValue()).toBe("");
  await change.getByLabel("Hosts it may be sent to").fill("c.example.com");
  // A new host requires the value.
  await change.getByText("Enter the value again: a new host receives it only from someone who knows it.").waitFor();
  expect(await change.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await change.getByLabel("Value").fill("short");
  await change.getByText("One line of at least 8 plain characters.").waitFor();
  await change.getByLabel("Value").fill(`${value}-again`);
  await change.getByRole("button", { name: "Save" }).click();
  await rowOf(page, name).getByText("c.example.com", { exact: true }).waitFor();
  expect(await page.content()).not.toContain(value);
  const stored = (await (await admin()).do("secrets.list", { query: { search: name } })).items[0]?._embedded;
  expect(stored?.hosts).toEqual(["c.example.com"]);

  await page.getByRole("button", { name: `Delete ${name}` }).click();
  await page.getByRole("alertdialog", { name: "Delete secret?" }).getByRole("button", { name: "Delete" }).click();
  await rowOf(page, name).waitFor({ state: "detached" });
});

journey("a read-only user cannot change secrets, and without the permission there is no screen", async (stage) => {
  const name = unique();
  await (await stage.admin()).do("secrets.create", { body: { name, hosts: ["api.example.com"], value } });
  const openWith = withPermissions(stage);
  const page = await openWith(["secrets.list"], "/admin/secrets");
  await rowOf(page, name).waitFor();
  expect(await page.getByRole("button", { name: "Add", exact: true }).count()).toBe(0);
  expect(await page.getByRole("button", { name: `Change ${name}` }).count()).toBe(0);

  await openWith(["solutions.list"], "/admin/secrets");
  await page.getByText("No access to secrets", { exact: true }).waitFor();
  expect(await page.getByRole("link", { name: "Secrets" }).count()).toBe(0);
});
