import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive, onScreen, openScreen } from "./support/seen.ts";
import { filterBy, rowOf } from "./support/table.ts";
import { unique } from "./support/unique.ts";
import { withPermissions } from "./support/with-permissions.ts";

journey("a change is found by search and filters, opened to before and after, and followed to its entity", async ({ open, admin }) => {
  const name = unique("Watched");
  const boss = await admin();
  const role = await boss.do("allRoles.create", { body: { name, description: "As it was", permissions: ["users.list"] } });
  const roleId = role._embedded.webSafeString;
  await boss.do("role.update", { at: { roleId }, body: { description: "As it is", permissions: ["groups.list"] } });
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await openScreen(page, "Audit");
  await onScreen(page, "Audit");
  await filterBy(page, "changes", name);
  await page.getByText("1-2 of 2", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Change", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Updated" }).click();
  await page.getByText("1-1 of 1", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Entity", exact: true }).click();
  await page.getByRole("menuitemradio", { name: "Role", exact: true }).click();
  await page.waitForURL(/change=updated.*noun=role|noun=role.*change=updated/);

  // The user: a name in the list is a filter.
  await page
    .getByRole("button", { name: /^Changes by/ })
    .first()
    .click();
  await page.waitForURL(/actor=/);
  await rowOf(page, name).getByText("Description, Permissions", { exact: true }).waitFor();

  await page.getByRole("button", { name: `What changed in ${name}` }).click();
  const diff = page.getByRole("table", { name: `What changed in ${name}` });
  await diff.getByRole("deletion").getByText("As it was").waitFor();
  await diff.getByRole("insertion").getByText("As it is").waitFor();
  await diff.getByRole("deletion").getByText("users.list").waitFor();
  await diff.getByRole("insertion").getByText("groups.list").waitFor();

  // All filters are in the URL.
  await page.reload();
  await diff.getByText("As it was").waitFor();

  await page.getByRole("link", { name, exact: true }).click();
  await arrive(page, "/admin/roles");
  await rowOf(page, name).waitFor();
});

journey("the audit is filtered by time and entity, and exported as CSV", async ({ open, admin }) => {
  const name = unique("Carried");
  const boss = await admin();
  const group = await boss.do("groups.create", { body: { name, description: "First" } });
  await boss.do("group.update", { at: { groupId: group._embedded.webSafeString }, body: { description: "=SECOND()" } });
  const { page } = await open();
  await signInAt(page, `/admin/audit?q=${encodeURIComponent(name)}`, adminEmail);
  await page
    .getByRole("button", { name: `All changes of ${name}` })
    .first()
    .click();
  await page.waitForURL(/record=/);
  await page.getByText("1-2 of 2", { exact: true }).waitFor();

  await page.getByRole("button", { name: "When", exact: true }).first().click();
  await page.getByRole("dialog", { name: "When" }).getByRole("button", { name: "Last hour" }).click();
  await page.waitForURL(/from=/);
  await page.getByText("1-2 of 2", { exact: true }).waitFor();

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe("audit.csv");
  const csv = await text(await file.createReadStream());
  expect(csv).toContain("What happened,Entity,Fields,Who,When,Name,Change,Before,After,Entity id,Correlation id,Hash,Previous hash");
  expect(csv).toContain("description: First");
  expect(csv).toContain("description: =SECOND()");
  expect(/(^|,)"?=/m.test(csv)).toBe(false);

  // Before any entry: the filter matches nothing, and is cleared at once.
  await page.goto(`/admin/audit?to=2020-01-01T00:00:00.000Z`);
  await page.getByText("No change matches the filter", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear filter" }).click();
  await page.getByRole("table", { name: "Audit" }).waitFor();
});

journey("the audit requires its permission", async (stage) => {
  const openWith = withPermissions(stage);
  const page = await openWith(["audit.list"], "/admin/audit");
  await page.getByRole("table", { name: "Audit" }).waitFor();
  await openWith(["solutions.list"], "/admin/audit");
  await page.getByText("No access to the audit", { exact: true }).waitFor();
  expect(await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Audit" }).count()).toBe(0);
});
