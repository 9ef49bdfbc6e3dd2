import type { Permission } from "@airlock/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, type Stage } from "./support/journey.ts";
import { onScreen, openScreen, readMessage } from "./support/seen.ts";
import { rowOf, typeOver } from "./support/table.ts";
import { unique } from "./support/unique.ts";
import { withPermissions } from "./support/with-permissions.ts";

journey(
  "a group is created from the menu, given a role and a member, whose permissions change immediately",
  async ({ open, person, admin }) => {
    const name = unique("Credit desk");
    const roleName = unique("Reader of roles");
    const boss = await admin();
    await boss.do("allRoles.create", { body: { name: roleName, description: "Sees the roles", permissions: ["allRoles.list"] } });
    const {
      email,
      firstName,
      name: lastName,
    } = await person({ firstName: "Gina", name: unique("Groupie"), permissions: ["solutions.list"] });
    const theirs = (await open()).page;
    await signInAt(theirs, "/admin", email);
    await onScreen(theirs, "Dashboard");

    const { page } = await open();
    await signInAt(page, "/admin", adminEmail);
    await openScreen(page, "Groups");
    await onScreen(page, "Groups");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const field = page.getByRole("dialog", { name: "Add a group" }).getByRole("textbox", { name: "Name" });
    expect(await field.inputValue()).toBe("New Group");
    await field.fill(name);
    await field.press("Enter");
    await rowOf(page, name).waitFor();
    await (await typeOver(page, "description", name, "Those who decide on credit")).press("Enter");
    await page.getByText("Those who decide on credit", { exact: true }).waitFor();

    await page.getByRole("button", { name: `Roles of ${name}` }).click();
    const roles = page.getByRole("dialog", { name: `Roles of ${name}` });
    await roles.getByRole("checkbox", { name: roleName }).click();
    await roles.getByText("Adding", { exact: true }).waitFor();
    await roles.getByText("1 role added", { exact: true }).waitFor();
    await roles.getByRole("button", { name: "Save" }).click();
    await rowOf(page, name).getByText(roleName, { exact: true }).waitFor();

    await page.getByRole("button", { name: `0 members of ${name}` }).click();
    const members = page.getByRole("dialog", { name: `Members of ${name}` });
    await members.getByText("No members yet.", { exact: false }).waitFor();
    await members.getByRole("combobox", { name: "Add a member" }).fill(lastName);
    await page.getByRole("option", { name: `${firstName} ${lastName}` }).click();
    await members.getByText("1 member added", { exact: true }).waitFor();
    await members.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: `1 member of ${name}` }).waitFor();

    // The member's open window has the screen of the group's role.
    await openScreen(theirs, "Roles");
    await onScreen(theirs, "Roles");
    await theirs.getByRole("table", { name: "Roles" }).waitFor();

    // A group in use is not deleted, and deleting requires a confirmation.
    await rowOf(page, name)
      .getByText("A group with members or roles stays in its organisation. Empty it first.")
      .waitFor({ state: "attached" });
    await page.getByRole("button", { name: `Delete ${name}` }).click();
    const question = page.getByRole("alertdialog", { name: "Delete group?" });
    await question.getByText("1 member loses the roles that it gives", { exact: false }).waitFor();
    await question.getByRole("button", { name: "Delete" }).click();
    await readMessage(page, `${name} deleted`);
    await theirs.getByText("No access to roles", { exact: true }).waitFor();
  },
);

journey("a group moves to another organisation by its cell", async ({ open, admin }) => {
  const boss = await admin();
  const organisation = unique("Northbank Germany");
  await boss.do("organisations.create", { body: { name: organisation } });
  const name = unique("Movers");
  await boss.do("groups.create", { body: { name, description: "" } });
  const { page } = await open();
  await signInAt(page, `/admin/groups?q=${encodeURIComponent(name)}`, adminEmail);
  await page.getByRole("button", { name: `Edit organisation of ${name}` }).click();
  await page.getByRole("combobox", { name: `organisation of ${name}` }).fill(organisation);
  await page.getByRole("option", { name: organisation }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await rowOf(page, name).getByText(organisation, { exact: true }).waitFor();
});

/** A solution without a group in its table, and a group that it could be assigned to. */
async function solutionBesideGroup({ open, admin }: Pick<Stage, "open" | "admin">) {
  const boss = await admin();
  const [solution, group] = [unique("Owned solution"), unique("Owners")];
  await boss.do("solutions.create", { body: { name: solution } });
  await boss.do("groups.create", { body: { name: group, description: "" } });
  const { page } = await open();
  await signInAt(page, `/admin/solutions?q=${encodeURIComponent(solution)}`, adminEmail);
  return { boss, solution, group, page };
}

journey("a solution is assigned to a group in its cell, and removed again", async (stage) => {
  const { boss, solution, group, page } = await solutionBesideGroup(stage);
  for (const choice of [group, "No group"]) {
    await page.getByRole("button", { name: `Edit group of ${solution}` }).click();
    await page.getByRole("combobox", { name: `group of ${solution}` }).fill(choice);
    await page.getByRole("option", { name: choice, exact: true }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await rowOf(page, solution)
      .getByText(choice === "No group" ? "-" : group, { exact: true })
      .waitFor();
  }
  const { items } = await boss.do("solutions.list", { query: { search: solution } });
  expect(items.map(({ _embedded }) => _embedded.groupWss)).toEqual([null]);
});

journey("a choice stays under the pointer while the server is searching, and a text without a match is not saved", async (stage) => {
  const { solution, group, page } = await solutionBesideGroup(stage);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/\/groups\?.*search=/, async (route) => {
    await answered;
    await route.continue();
  });
  await page.getByRole("button", { name: `Edit group of ${solution}` }).click();
  const box = page.getByRole("combobox", { name: `group of ${solution}` });
  await box.press("ArrowDown");
  const choice = page.getByRole("option", { name: group, exact: true });
  await choice.waitFor();
  await box.fill(group);
  // A text that is not a valid choice yet.
  const save = page.getByRole("button", { name: "Save", exact: true });
  expect(await save.isDisabled()).toBe(true);
  await choice.hover();
  await page.mouse.down();
  const found = page.waitForResponse(/\/groups\?.*search=/);
  answer();
  await (await found).finished();
  // Fixed wait: the list must not change under the pressed pointer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  await page.mouse.up();
  await save.click();
  await rowOf(page, solution).getByText(group, { exact: true }).waitFor();
});

journey("the administrator group is locked, and its members are not", async ({ open, admin }) => {
  const groups = await (await admin()).do("groups.list");
  const name = groups.items.find((group) => group._embedded.code === "ADMI")?._embedded.name ?? "";
  expect(name).not.toBe("");
  const { page } = await open();
  await signInAt(page, `/admin/groups?q=${encodeURIComponent(name)}`, adminEmail);
  const row = rowOf(page, name).first();
  await row.getByText("Protected group", { exact: true }).first().waitFor({ state: "attached" });
  expect(await row.getByRole("checkbox").isDisabled()).toBe(true);
  expect(await row.getByRole("button", { name: `Delete ${name}` }).isDisabled()).toBe(true);
  expect(await row.getByRole("button", { name: /^Edit/ }).count()).toBe(0);
  await row.getByRole("button", { name: /members? of/ }).click();
  await page.getByRole("dialog").getByRole("combobox", { name: "Add a member" }).waitFor();
});

journey("each button of the groups requires its permission", async (stage) => {
  const name = unique("Target");
  await (await stage.admin()).do("groups.create", { body: { name, description: "Here" } });
  const openWith = withPermissions(stage);
  const seen = async (permissions: readonly Permission[]) => {
    const page = await openWith(permissions, `/admin/groups?q=${encodeURIComponent(name)}`);
    await rowOf(page, name).waitFor();
    return page;
  };
  const controls = async (page: Page) => ({
    add: await page.getByRole("button", { name: "Add", exact: true }).count(),
    pencils: await page.getByRole("button", { name: /^Edit/ }).count(),
    boxes: await page.getByRole("checkbox").count(),
    trash: await page.getByRole("button", { name: `Delete ${name}` }).count(),
  });
  const reader = await seen(["groups.list"]);
  expect(await controls(reader)).toEqual({ add: 0, pencils: 0, boxes: 0, trash: 0 });
  await reader.getByRole("button", { name: `0 members of ${name}` }).click();
  const members = reader.getByRole("dialog");
  await members.getByRole("button", { name: "Close" }).first().waitFor();
  expect(await members.getByRole("button", { name: "Save" }).count()).toBe(0);
  expect(await controls(await seen(["groups.list", "groups.create"]))).toEqual({ add: 1, pencils: 0, boxes: 0, trash: 0 });
  expect(await controls(await seen(["groups.list", "group.update"]))).toEqual({ add: 0, pencils: 2, boxes: 0, trash: 0 });
  expect(await controls(await seen(["groups.list", "group.delete"]))).toEqual({ add: 0, pencils: 0, boxes: 2, trash: 1 });
});
