import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { journey } from "./support/journey.ts";
import { arrive, onScreen, openScreen, readMessage } from "./support/seen.ts";

journey("a change of permissions reaches an open window without signing in again", async ({ open, person, admin }) => {
  const { email, roleId = "" } = await person({ permissions: ["solutions.list", "versions.list"] });
  const { page } = await open();
  await signInAt(page, "/admin/solutions", email);
  await onScreen(page, "Solutions");
  const menu = page.getByRole("navigation", { name: "Main" });
  const add = page.getByRole("main").getByRole("button", { name: "Add", exact: true });
  expect(await add.count()).toBe(0);
  const logins: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/users/login")) logins.push(request.url());
  });

  // More: a button on the open screen, and a screen in the menu.
  const boss = await admin();
  await boss.do("role.update", {
    at: { roleId },
    body: { permissions: ["solutions.list", "versions.list", "solutions.create", "allRoles.list", "allRoles.update", "allRoles.delete"] },
  });
  await add.first().waitFor();
  await readMessage(page, "Your rights have changed");
  await openScreen(page, "Roles");
  await onScreen(page, "Roles");
  await page
    .getByRole("button", { name: /^Edit name of / })
    .first()
    .waitFor({ state: "attached" });
  await page.getByRole("checkbox", { name: "Select all" }).waitFor();

  // Less: what may no longer be changed has no pencil, and the row's own links follow.
  await boss.do("role.update", { at: { roleId }, body: { permissions: ["solutions.list", "versions.list", "allRoles.list"] } });
  await page.getByRole("checkbox", { name: "Select all" }).waitFor({ state: "detached" });
  await page
    .getByRole("button", { name: /^Edit name of/ })
    .first()
    .waitFor({ state: "detached" });

  // None: the open screen says so instead of failing, and the user was neither logged out nor signed in again.
  await boss.do("role.update", { at: { roleId }, body: { permissions: ["solutions.list", "versions.list"] } });
  await page.getByText("No access to roles", { exact: true }).waitFor();
  await menu.getByRole("link", { name: "Roles", exact: true }).waitFor({ state: "detached" });
  await openScreen(page, "Solutions");
  await onScreen(page, "Solutions");
  expect(logins).toEqual([]);
});

journey("a disabled user is logged out of every open window within seconds", async ({ open, person, admin }) => {
  const { email, userId } = await person({ permissions: ["solutions.list"] });
  const { page } = await open();
  await signInAt(page, "/admin/solutions", email);
  await onScreen(page, "Solutions");
  await (await admin()).do("user.update", { at: { userId }, body: { userStatus: "disabled" } });
  await arrive(page, "/login");
  await readMessage(page, "Account not active");
});
