import type { Permission } from "@airlock/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { holdMessage, readMessage } from "./support/seen.ts";
import { filterBy, rowOf, typeOver } from "./support/table.ts";
import { unique } from "./support/unique.ts";
import { withPermissions } from "./support/with-permissions.ts";

journey("a role is added, named, given permissions and deleted with undo", async ({ open, admin }) => {
  const name = unique("Pricing lead");
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin/roles", adminEmail);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  // It is named before it is created.
  const adding = page.getByRole("dialog", { name: "Add a role" });
  const field = adding.getByRole("textbox", { name: "Name" });
  expect(await field.inputValue()).toBe("New Role");
  await field.fill("");
  expect(await adding.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  await field.fill(name);
  await field.press("Enter");
  await rowOf(page, name).waitFor();
  const description = await typeOver(page, "description", name, "Designer who may also deploy");
  await description.press("Enter");
  await rowOf(page, name).getByText("Designer who may also deploy", { exact: true }).waitFor();

  await page.getByRole("button", { name: `0 permissions of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Permissions of ${name}` });
  const save = dialog.getByRole("button", { name: "Save" });
  expect(await save.isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: "All of Solutions" }).click();
  await dialog.getByRole("checkbox", { name: "solution.delete" }).click();
  await dialog.getByText("8 of 9", { exact: true }).waitFor();
  // Changing solutions requires their versions, which were ticked with it.
  expect(await dialog.getByRole("checkbox", { name: "versions.list" }).isChecked()).toBe(true);
  // Every permission has its string and a sentence, and can be found by either.
  await dialog.getByRole("searchbox", { name: "Filter permissions" }).fill("own name");
  await dialog.getByText("profile.update", { exact: true }).waitFor();
  await dialog.getByText("Change one's own name.", { exact: true }).click();
  await dialog.getByText("11 permissions added", { exact: true }).waitFor();
  await save.click();
  await readMessage(page, `Permissions of ${name} saved`);
  await page.getByRole("button", { name: `11 permissions of ${name}` }).waitFor();
  const stored = (await (await admin()).do("allRoles.list", { query: { search: name } })).items[0]?._embedded.permissions;
  expect(stored?.toSorted()).toEqual([
    "profile.update",
    "solution.approve",
    "solution.bypass",
    "solution.execute",
    "solution.policy",
    "solution.release",
    "solution.update",
    "solutions.create",
    "solutions.list",
    "versionExecutions.list",
    "versions.list",
  ]);

  // It has no users, so its deletion can be undone instead of being confirmed.
  await page.getByRole("button", { name: `Delete ${name}` }).click();
  const message = await holdMessage(page, `${name} deleted`);
  await rowOf(page, name).waitFor({ state: "detached" });
  await message.getByRole("button", { name: "Undo" }).click();
  await rowOf(page, name).waitFor();
});

journey("deleting a role in use requires a confirmation, and cancelling keeps it", async ({ open, person, admin }) => {
  const roleName = unique("Held");
  const { roleId = "" } = await person({ permissions: ["solutions.list"], roleName });
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin/roles", adminEmail);
  await filterBy(page, "roles", roleName);
  await page.getByRole("button", { name: `Delete ${roleName}` }).click();
  const question = page.getByRole("alertdialog", { name: "Delete role?" });
  await question.getByText("1 user holds it", { exact: false }).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await rowOf(page, roleName).waitFor();
  await page.getByRole("button", { name: `Delete ${roleName}` }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await readMessage(page, `${roleName} deleted`);
  expect((await (await admin()).send("role.read", { at: { roleId } })).status).toBe(404);
});

journey("the administrator role is locked in the table and in its dialog", async ({ open }) => {
  const { page } = await open();
  await signInAt(page, "/admin/roles?q=Administrator", adminEmail);
  const row = rowOf(page, "Administrator");
  await row.getByText("Protected role", { exact: true }).first().waitFor({ state: "attached" });
  expect(await row.getByRole("checkbox").isDisabled()).toBe(true);
  expect(await row.getByRole("button", { name: "Delete Administrator" }).isDisabled()).toBe(true);
  expect(await row.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
  await row.getByRole("button", { name: /permissions of Administrator/ }).click();
  const dialog = page.getByRole("dialog", { name: "Permissions of Administrator" });
  await dialog.getByRole("checkbox", { name: "users.list" }).waitFor();
  expect(await dialog.getByRole("checkbox", { disabled: false }).count()).toBe(0);
  expect(await dialog.getByRole("button", { name: "Save" }).count()).toBe(0);
});

journey("each button of the roles requires its permission", async (stage) => {
  const name = unique("Target");
  await (await stage.admin()).do("allRoles.create", { body: { name, permissions: ["solutions.list", "users.list"] } });
  const openWith = withPermissions(stage);
  const seen = async (permissions: readonly Permission[]) => {
    const page = await openWith(permissions, `/admin/roles?q=${encodeURIComponent(name)}`);
    await rowOf(page, name).waitFor();
    return page;
  };
  const controls = async (page: Page) => ({
    add: await page.getByRole("button", { name: "Add", exact: true }).count(),
    pencils: await page.getByRole("button", { name: /^Edit/ }).count(),
    boxes: await page.getByRole("checkbox").count(),
    trash: await page.getByRole("button", { name: `Delete ${name}` }).count(),
  });

  const reader = await seen(["allRoles.list"]);
  expect(await controls(reader)).toEqual({ add: 0, pencils: 0, boxes: 0, trash: 0 });
  await reader.getByRole("button", { name: `2 permissions of ${name}` }).click();
  const readOnly = reader.getByRole("dialog");
  await readOnly.getByText("Changing it needs the permission allRoles.update.", { exact: false }).waitFor();
  expect(await readOnly.getByRole("checkbox", { disabled: false }).count()).toBe(0);

  expect(await controls(await seen(["allRoles.list", "allRoles.create"]))).toEqual({ add: 1, pencils: 0, boxes: 0, trash: 0 });
  expect(await controls(await seen(["allRoles.list", "allRoles.delete"]))).toEqual({ add: 0, pencils: 0, boxes: 2, trash: 1 });

  const editor = await seen(["allRoles.list", "allRoles.update", "groups.list"]);
  expect(await controls(editor)).toEqual({ add: 0, pencils: 2, boxes: 0, trash: 0 });
  // A permission that the user does not have cannot be added, but those of the role can be removed.
  await editor.getByRole("button", { name: `2 permissions of ${name}` }).click();
  const dialog = editor.getByRole("dialog");
  expect(await dialog.getByRole("checkbox", { name: "groups.create" }).isDisabled()).toBe(true);
  await dialog.getByRole("checkbox", { name: "groups.list" }).click();
  await dialog.getByRole("checkbox", { name: "users.list" }).click();
  await dialog.getByRole("button", { name: "What the permissions on Groups allow" }).click();
  await dialog.getByText("You do not hold this permission, so you cannot give it.").first().waitFor();
  await dialog.getByRole("button", { name: "Save" }).click();
  await readMessage(editor, `Permissions of ${name} saved`);
});

journey("permissions that another user saved in the meantime are kept, with one's own added", async ({ open, admin }) => {
  const name = unique("Contested");
  const boss = await admin();
  const role = await boss.do("allRoles.create", { body: { name, permissions: ["solutions.list"] } });
  const roleId = role._embedded.webSafeString;
  const { page } = await open();
  await signInAt(page, `/admin/roles?q=${encodeURIComponent(name)}`, adminEmail);
  await page.getByRole("button", { name: `1 permission of ${name}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: "groups.list" }).click();
  await boss.do("role.update", { at: { roleId }, body: { permissions: ["solutions.list", "users.list"] } });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("Changed meanwhile:").waitFor();
  expect(await dialog.getByRole("checkbox", { name: "users.list" }).isChecked()).toBe(true);
  expect(await dialog.getByRole("checkbox", { name: "groups.list" }).isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Save" }).click();
  await readMessage(page, `Permissions of ${name} saved`);
  const stored = await boss.do("role.read", { at: { roleId } });
  expect(stored._embedded.permissions.toSorted()).toEqual(["groups.list", "solutions.list", "users.list"]);
});
