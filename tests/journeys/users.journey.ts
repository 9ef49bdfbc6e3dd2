import { permissions as everyPermission, type Permission } from "@airlock/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "../support/eventually.ts";
import { mailTo } from "../support/inbox.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { onScreen, openScreen, readMessage } from "./support/seen.ts";
import { filterBy } from "./support/table.ts";
import { withPermissions } from "./support/with-permissions.ts";

let made = 0;
/** A name that is unique in this run. */
function unique(word: string): string {
  made += 1;
  return `${word}${process.pid.toString(36)}${Date.now().toString(36)}${made}`;
}

const row = (page: Page, name: string) => page.getByRole("table", { name: "Users" }).getByRole("row").filter({ hasText: name });
const addDialog = (page: Page) => page.getByRole("dialog", { name: "Add a user" });

async function find(page: Page, text: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Filter users" }).or(page.getByLabel("Filter users")).first().fill(text);
  await row(page, text).first().waitFor();
}

journey(
  "Create is disabled until the fields that the specification requires of a person and a system account are filled",
  async ({ open }) => {
    const { page } = await open();
    await signInAt(page, "/admin/users", adminEmail);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const dialog = addDialog(page);
    const create = dialog.getByRole("button", { name: "Create" });
    const ready = () => create.isEnabled();
    expect(await ready()).toBe(false);
    await dialog.getByLabel("First name").fill("Lena");
    await dialog.getByRole("textbox", { name: "Email" }).fill("lena.brandt@northbank.example");
    expect(await ready()).toBe(false);
    await dialog.getByLabel("Last name").fill("Brandt");
    expect(await ready()).toBe(true);
    await dialog.getByLabel("First name").fill("   ");
    expect(await ready()).toBe(false);
    await dialog.getByLabel("First name").fill("Lena");
    await dialog.getByRole("textbox", { name: "Email" }).fill("lena.brandt@northbank");
    await dialog.getByLabel("Last name").focus();
    await dialog.getByText("Enter a complete address, like name@company.com").waitFor();
    expect(await ready()).toBe(false);
    await dialog.getByRole("textbox", { name: "Email" }).fill("lena.brandt@northbank.example");
    // A user cannot be created without an organisation.
    await dialog.getByRole("combobox", { name: "Organisation" }).fill("");
    expect(await ready()).toBe(false);

    await dialog.getByText("Calls decisions through the API").click();
    await dialog.getByRole("textbox", { name: "Name" }).fill("");
    expect(await ready()).toBe(false);
    await dialog.getByRole("combobox", { name: "Organisation" }).click();
    await page.getByRole("option").first().click();
    expect(await ready()).toBe(false);
    await dialog.getByRole("textbox", { name: "Name" }).fill("batch");
    // There is no first name, and the description is optional.
    expect(await dialog.getByLabel("First name").count()).toBe(0);
    expect(await ready()).toBe(true);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
  },
);

journey("several users are invited at once with a role, and the mail names the inviter", async ({ open, admin, product }) => {
  const me = (await (await admin()).do("profile.read"))._embedded;
  const last = unique("Dekker");
  const [noor, bas] = [`noor.${last}@airlock.test`.toLowerCase(), `bas.${last}@airlock.test`.toLowerCase()];
  const { page } = await open();
  await signInAt(page, "/admin/users", adminEmail);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = addDialog(page);
  await dialog.getByRole("textbox", { name: "Email" }).fill(`${noor}; ${bas}`);
  for (const email of [noor, bas]) await dialog.getByRole("textbox", { name: `Last name of ${email}` }).fill(last);
  await dialog.getByRole("combobox", { name: "Roles" }).click();
  await page.getByRole("option", { name: /^Analyst/ }).click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Send 2 invitations" }).click();
  await readMessage(page, "2 invitations sent");
  for (const email of [noor, bas]) {
    await row(page, email).getByText("Analyst", { exact: true }).waitFor();
    expect((await mailTo(product, email)).text).toContain(`"${`${me.firstName} ${me.name}`.trim()}" has invited you`);
  }
  await page.reload();
  await row(page, noor)
    .getByText(/^Expires in [67] days$/)
    .waitFor();
});

journey("a user is added, renamed, given roles, disabled, invited again and deleted from the table", async ({ open, admin, product }) => {
  const caller = await admin();
  const designer = unique("Designer");
  const auditor = unique("Auditor");
  for (const name of [designer, auditor]) await caller.do("allRoles.create", { body: { name, permissions: ["solutions.list"] } });
  const last = unique("Brandt");
  const email = `${last.toLowerCase()}@airlock.test`;
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await openScreen(page, "Users");
  await onScreen(page, "Users");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = addDialog(page);
  await dialog.getByLabel("First name").fill("Lena");
  await dialog.getByLabel("Last name").fill(last);
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("button", { name: "Create" }).click();
  await readMessage(page, `An invitation is on its way to ${email}`);
  await row(page, last).getByText("Invited").waitFor();
  const first = await mailTo(product, email);
  expect(first.html).toContain("Activate account");

  // A duplicate address is reported at its field.
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.getByLabel("First name").fill("Lena");
  await dialog.getByLabel("Last name").fill(last);
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText(`Lena ${last} has this email address already.`).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await row(page, last)
    .getByRole("button", { name: `Edit name of Lena ${last}` })
    .click();
  await page.getByRole("textbox", { name: `name of Lena ${last}` }).fill(`Lena Maria ${last}`);
  await page.keyboard.press("Enter");
  await row(page, `Lena Maria ${last}`).waitFor();
  const stored = (await caller.do("users.list", { query: { search: last } })).items[0]?._embedded;
  expect(stored).toMatchObject({ firstName: "Lena Maria", name: last });

  await row(page, last)
    .getByRole("button", { name: `Edit email of Lena Maria ${last}` })
    .click();
  const field = page.getByRole("textbox", { name: `email of Lena Maria ${last}` });
  await field.fill("not an address");
  expect(await page.getByRole("button", { name: "Save", exact: true }).isEnabled()).toBe(false);
  await field.press("Escape");

  const name = `Lena Maria ${last}`;
  await row(page, last)
    .getByRole("button", { name: `Edit roles of ${name}` })
    .click();
  const roles = page.getByRole("dialog", { name: `Roles of ${name}` });
  await roles.getByText("A user may do what any of their roles allows.").waitFor();
  const filter = roles.getByLabel("Filter roles");
  await roles.getByRole("checkbox").first().waitFor();
  const tick = async (role: string) => {
    if ((await filter.count()) > 0) await filter.fill(role);
    await roles.getByRole("checkbox", { name: role }).click();
  };
  await tick(designer);
  await tick(auditor);
  await roles.getByText("2 roles added").waitFor();
  const calls: string[] = [];
  page.on("request", (request) => {
    if (/\/roles\/\w+$/.test(request.url())) calls.push(request.method());
  });
  await roles.getByRole("button", { name: "Save" }).click();
  await readMessage(page, `Roles of ${name}: 2 roles added`);
  expect(calls).toEqual(["POST", "POST"]);
  await row(page, last)
    .getByRole("button", { name: /^Roles of/ })
    .click();
  await tick(designer);
  await roles.getByText("Removing").waitFor();
  await roles.getByRole("button", { name: "Save" }).click();
  await readMessage(page, `Roles of ${name}: 1 role removed`);
  expect(calls).toEqual(["POST", "POST", "DELETE"]);

  await row(page, last)
    .getByRole("button", { name: `Resend invite to ${name}` })
    .click();
  await readMessage(page, `A new invitation is on its way to ${email}`);
  await eventually("a second mail", async () => ((await mailTo(product, email)).id === first.id ? undefined : true));

  await row(page, last)
    .getByRole("button", { name: `Disable ${name}` })
    .click();
  await row(page, last).getByText("Disabled").waitFor();
  expect(
    await row(page, last)
      .getByRole("button", { name: /^Resend invite/ })
      .count(),
  ).toBe(0);
  await row(page, last)
    .getByRole("button", { name: `Enable ${name}` })
    .click();
  await row(page, last).getByText("Invited").waitFor();

  await row(page, last)
    .getByRole("button", { name: `Delete ${name}` })
    .click();
  const question = page.getByRole("alertdialog", { name: "Delete user?" });
  await question.getByText(`Are you sure you want to delete ${name}?`).waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await row(page, last).waitFor();
  await row(page, last)
    .getByRole("button", { name: `Delete ${name}` })
    .click();
  await question.getByRole("button", { name: "Delete" }).click();
  await readMessage(page, `${name} deleted`);
  expect((await caller.do("users.list", { query: { search: last } })).items).toEqual([]);
});

journey("refused roles stay marked with the reason, and the others are saved", async ({ open, admin, person }) => {
  const caller = await admin();
  const strong = unique("Strong");
  const weak = unique("Weak");
  const strongId = (await caller.do("allRoles.create", { body: { name: strong, permissions: ["solutions.list"] } }))._embedded
    .webSafeString;
  await caller.do("allRoles.create", { body: { name: weak, permissions: [] } });
  const helper = await person({ permissions: ["users.list", "user.update", "allRoles.list", "solutions.list"] });
  const target = await person({ firstName: "Target", name: unique("Person") });
  const { page } = await open();
  await signInAt(page, "/admin/users", helper.email);
  await find(page, target.name);
  await row(page, target.name)
    .getByRole("button", { name: /^Edit roles of/ })
    .click();
  const dialog = page.getByRole("dialog", { name: `Roles of Target ${target.name}` });
  const filter = dialog.getByLabel("Filter roles");
  const tick = async (role: string) => {
    await dialog.getByRole("checkbox").first().waitFor();
    if ((await filter.count()) > 0) await filter.fill(role);
    await dialog.getByRole("checkbox", { name: role }).click();
  };
  // The administrator's role has permissions that this user does not: it cannot be ticked, with the reason.
  if ((await filter.count()) > 0) await filter.fill("Administrator");
  const beyond = dialog.getByRole("checkbox", { name: "Administrator", exact: true });
  await beyond.waitFor();
  expect(await beyond.isDisabled()).toBe(true);
  await dialog.getByText("It allows more than your own roles do, so you cannot give it.").first().waitFor();

  await tick(strong);
  await tick(weak);
  // Meanwhile that role gets more permissions than this user has.
  await caller.do("role.update", { at: { roleId: strongId }, body: { permissions: [...everyPermission] } });
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").getByText("1 role added; 1 role not added.").waitFor();
  if ((await filter.count()) > 0) await filter.fill(strong);
  await dialog.getByText("Beyond your own rights: Users can only give permissions that they have themselves.").waitFor();
  const held = (await caller.do("user.read", { at: { userId: target.userId } }))._embedded.roles.map(({ name }) => name);
  expect(held).toEqual([weak]);
});

journey("search, sort and page are done by the server, are in the URL and survive a reload", async ({ open, admin }) => {
  const caller = await admin();
  const family = unique("Zeta");
  const { organisationWss } = (await caller.do("profile.read"))._embedded;
  for (let index = 0; index < 12; index += 1) {
    const name = `${family}-${String(index).padStart(2, "0")}`;
    await caller.do("users.create", { body: { name, emailAddress: `${name.toLowerCase()}@airlock.test`, organisationWss } });
  }
  const { page } = await open();
  await signInAt(page, "/admin/users", adminEmail);
  await filterBy(page, "users", family);
  const [first, last] = [page.getByText("1-10 of 12", { exact: true }), page.getByText("11-12 of 12", { exact: true })];
  await first.waitFor();
  await row(page, `${family}-00`).waitFor();
  expect(await row(page, family).count()).toBe(10);
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await page.getByRole("button", { name: "Email", exact: true }).click();
  await page.waitForURL(/sort=-emailAddress/);
  await row(page, `${family}-11`).waitFor();
  expect(await row(page, family).first().textContent()).toContain(`${family}-11`);
  await page.getByRole("button", { name: "Next page" }).click();
  await last.waitFor();
  const address = page.url();
  for (const again of [() => page.reload(), () => page.goto(address)]) {
    await again();
    await last.waitFor();
    const names = await row(page, family).allTextContents();
    expect(names).toEqual([expect.stringContaining(`${family}-01`), expect.stringContaining(`${family}-00`)]);
  }
  await page.getByRole("button", { name: "Previous page" }).click();
  await first.waitFor();
  await row(page, `${family}-11`).waitFor();
  expect(await page.getByRole("columnheader", { name: "Email" }).getAttribute("aria-sort")).toBe("descending");

  // Bulk delete of the selection on the page.
  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByText("10 selected").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Delete 10 users?" });
  await question.getByText(/keys are revoked/).waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await readMessage(page, "10 users deleted");
  expect((await caller.do("users.list", { query: { search: family } })).items).toHaveLength(2);
});

journey("users cannot delete or disable themselves", async ({ open }) => {
  const { page } = await open();
  await signInAt(page, `/admin/users?q=${encodeURIComponent(adminEmail)}`, adminEmail);
  const own = row(page, adminEmail);
  await own.waitFor();
  for (const name of [/^Delete /, /^Disable /]) expect(await own.getByRole("button", { name }).isDisabled(), String(name)).toBe(true);
  expect(await own.getByRole("checkbox").isDisabled()).toBe(true);
});

journey("each button of the users table requires its permission", async (stage) => {
  const caller = await stage.admin();
  const { organisationWss } = (await caller.do("profile.read"))._embedded;
  const family = unique("Gate");
  const emailAddress = (name: string) => `${name}-${family}@airlock.test`.toLowerCase();
  await caller.do("users.invite", {
    body: { firstName: "Invited", name: family, emailAddress: emailAddress("invited"), organisationWss, requestUrl: stage.product.url },
  });
  await caller.do("users.create", { body: { name: `system-${family}`, emailAddress: emailAddress("system"), organisationWss } });
  const names = { invited: `Invited ${family}`, system: `system-${family}` };
  const buttons = {
    add: "Add",
    edit: `Edit name of ${names.invited}`,
    roles: `Edit roles of ${names.invited}`,
    disable: `Disable ${names.invited}`,
    remove: `Delete ${names.invited}`,
    invite: `Resend invite to ${names.invited}`,
    keys: `Keys of ${names.system}`,
  };
  const cases: readonly [Permission, readonly (keyof typeof buttons)[]][] = [
    ["users.list", ["keys"]],
    ["users.create", ["keys", "add"]],
    ["user.update", ["keys", "edit", "roles", "disable"]],
    ["user.delete", ["keys", "remove"]],
    ["user.invite", ["keys", "invite"]],
  ];
  const openWith = withPermissions(stage);
  for (const [permission, expected] of cases) {
    const held = everyPermission.filter((one) => one === "users.list" || one === permission);
    const page = await openWith(held, `/admin/users?q=${family}`);
    await row(page, names.invited).waitFor();
    const shown: string[] = [];
    for (const [what, name] of Object.entries(buttons)) {
      if ((await page.getByRole("main").getByRole("button", { name, exact: true }).count()) > 0) shown.push(what);
    }
    expect([permission, shown.toSorted()]).toEqual([permission, expected.toSorted()]);
    expect(await page.getByRole("checkbox").count()).toBe(permission === "user.delete" ? 3 : 0);
  }
});

journey(
  "users of one organisation are found by typing its name, also after a reload; an address in use names its user",
  async ({ open, admin }) => {
    const caller = await admin();
    const organisation = unique("Zuiderzee");
    const { _embedded: made } = await caller.do("organisations.create", { body: { name: organisation } });
    const name = unique("Visser");
    const email = `${name.toLowerCase()}@airlock.test`;
    const body = { firstName: "Mara", name, emailAddress: email, organisationWss: made.webSafeString };
    await caller.do("users.invite", { body });
    const { page } = await open();
    await signInAt(page, "/admin/users", adminEmail);
    await page.getByRole("button", { name: "Organisation", exact: true }).click();
    await page.getByRole("combobox", { name: "Find an organisation" }).fill(organisation.slice(0, 12).toLowerCase());
    await page.getByRole("option", { name: organisation }).click();
    await page.getByRole("button", { name: `Organisation: ${organisation}` }).waitFor();
    await row(page, name).waitFor();
    expect(await page.getByRole("table", { name: "Users" }).getByRole("row").count()).toBe(2);
    await page.reload();
    await page.getByRole("button", { name: `Organisation: ${organisation}` }).click();
    await page.getByRole("button", { name: "All organisations" }).click();
    await page.getByRole("button", { name: "Organisation", exact: true }).waitFor();

    await page.getByRole("button", { name: "Add", exact: true }).click();
    const dialog = addDialog(page);
    await dialog.getByLabel("First name").fill("Mara");
    await dialog.getByLabel("Last name").fill("Again");
    await dialog.getByRole("textbox", { name: "Email" }).fill(email);
    await dialog.getByRole("combobox", { name: "Organisation" }).fill(organisation);
    await page.getByRole("option", { name: organisation }).click();
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText(`Mara ${name} has this email address already.`).waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();

    await openScreen(page, "Organisations");
    await page.getByLabel("Filter organisations").first().fill(organisation);
    const line = page.getByRole("table", { name: "Organisations" }).getByRole("row").filter({ hasText: organisation });
    await line.getByRole("cell", { name: "1", exact: true }).waitFor();
  },
);
