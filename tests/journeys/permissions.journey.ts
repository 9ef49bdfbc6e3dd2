import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { journey } from "./support/journey.ts";
import { answerSignInForm } from "../support/sign-in.ts";
import { arrive, chooseFromAccountMenu, onScreen, openScreen, readMessage } from "./support/seen.ts";

/** Screens of the menu, with their paths and names. */
const gated = [
  ["/admin/users", "users"],
  ["/admin/roles", "roles"],
  ["/admin/groups", "groups"],
  ["/admin/organisations", "organisations"],
] as const;

journey("a user without permissions sees Dashboard and Profile and cannot open other screens by URL", async ({ open, person }) => {
  const { email } = await person({ firstName: "Nia", name: "Empty" });
  const { page, context } = await open();
  const calls: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/dme/")) calls.push(`${request.method()} ${pathname}`);
  });
  await signInAt(page, "/admin", email);
  await onScreen(page, "Dashboard");
  const menu = page.getByRole("navigation", { name: "Main" });
  const links = await menu.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(links.filter((href) => href?.startsWith("/admin"))).toEqual(["/admin"]);

  await chooseFromAccountMenu(page, "Profile");
  await arrive(page, "/admin/profile");
  await onScreen(page, "Profile");

  await page.goto("/admin/solutions");
  await readMessage(page, "User: No user reference to solutions found");
  await page.getByText("No access to solutions", { exact: true }).waitFor();
  expect(await page.getByRole("table").count()).toBe(0);
  for (const [path, name] of gated) {
    await page.goto(path);
    await page.getByText(`No access to ${name}`, { exact: true }).waitFor();
  }
  // Only the profile was requested: lists are loaded only with the permission.
  expect([...new Set(calls)].filter((call) => !/\/users\/(login|me|me\/memberships)$/.test(call))).toEqual([]);
});

journey("a user who may list solutions sees them, and no controls that would change them", async ({ open, person, admin }) => {
  const { email } = await person({ permissions: ["solutions.list", "versions.list"] });
  await (await admin()).do("solutions.create", { body: { name: "Look, do not touch", description: "" } });
  const { page } = await open();
  await signInAt(page, "/admin/solutions?q=Look", email);
  await page.getByText("Look, do not touch").first().waitFor();
  for (const name of ["Add", "Delete", "Create version"]) {
    expect(await page.getByRole("main").getByRole("button", { name }).count(), name).toBe(0);
  }
});

journey("losing a permission during work ends the session at the next refused call", async ({ open, person, admin }) => {
  const { email, userId, roleId = "" } = await person({ permissions: ["solutions.list"] });
  const { page } = await open();
  await signInAt(page, "/admin", email);
  // A window that has not refreshed its permissions yet: it would otherwise know within seconds, and not make the call.
  await page.route("**/users/me", (route) => route.abort());
  await (await admin()).do("user.role.remove", { at: { userId, roleId } });
  const refusal = page.waitForResponse((response) => response.status() === 403);
  await openScreen(page, "Solutions");
  await refusal;
  await arrive(page, "/login");
  await page.getByRole("button", { name: "Login" }).waitFor();
  await readMessage(page, "Not allowed:");
});

journey(
  "a person whom the provider knows and Airlock does not is logged out and may try as another user",
  async ({ open, product, person }) => {
    const { page } = await open();
    await page.goto("/admin");
    await page.getByRole("button", { name: "Login" }).click();
    const refusal = page.waitForResponse((response) => response.url().endsWith("/users/login"));
    await answerSignInForm(page, "nobody@airlock.test");
    expect((await refusal).status()).toBe(404);
    await arrive(page, "/login");
    await readMessage(page, "No account:");
    // The provider still has a session, so it is sent the request to prompt again, also after a reload.
    const { email } = await person();
    await page.reload();
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByLabel("Email").waitFor();
    expect(new URL(page.url()).origin).toBe(product.issuer);
    await answerSignInForm(page, email);
    await arrive(page, "/admin");
  },
);
