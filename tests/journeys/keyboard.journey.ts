import { expect } from "vitest";
import { developmentPassword } from "../../services/idp/accounts.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { focused, tabTo } from "./support/keys.ts";
import { arrive, onScreen } from "./support/seen.ts";

journey("from home to the dashboard and out again without a pointer", async ({ open }) => {
  const { page } = await open();
  await page.goto("/");
  await page.getByRole("link", { name: "Start" }).waitFor();
  await tabTo(page, "Start");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Login" }).waitFor();
  await tabTo(page, "Login");
  await page.keyboard.press("Enter");
  await page.locator("#email:focus").waitFor();
  await page.keyboard.type(adminEmail);
  await page.keyboard.press("Tab");
  await page.keyboard.type(developmentPassword);
  await page.keyboard.press("Enter");
  await onScreen(page, "Dashboard");

  await tabTo(page, "Account menu MV");
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Profile" }).waitFor();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await arrive(page, "/login");
});

journey("the whole shell by keyboard: skip link, menu, jump, help, account, each with visible focus", async ({ open, admin }) => {
  await (await admin()).do("solutions.create", { body: { name: "Found by its name" } });
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await page.reload();
  await onScreen(page, "Dashboard");

  await page.keyboard.press("Tab");
  expect(await focused(page)).toMatchObject({ name: "Skip to content", shown: true });
  expect(await page.getByRole("link", { name: "Skip to content" }).isVisible()).toBe(true);
  await page.keyboard.press("Enter");
  expect((await focused(page)).role).toBe("main");

  await page.reload();
  await onScreen(page, "Dashboard");
  const passed = await tabTo(page, "Account menu MV");
  const names = passed.map(({ name }) => name);
  // The brand and every screen of the menu, in visual order.
  const screens = await page.getByRole("navigation", { name: "Main" }).getByRole("link").allInnerTexts();
  expect(screens).toEqual(expect.arrayContaining(["Dashboard", "Solutions", "Users", "Roles", "Organisations"]));
  expect(names).toEqual(["Skip to content", ...screens, "Collapse menu", "Search or jump to Ctrl K", "Help", "Account menu MV"]);
  expect(passed.filter(({ shown }) => !shown).map(({ name }) => name)).toEqual([]);

  // The account menu: arrows move, Escape returns the focus.
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Profile" }).waitFor();
  await page.keyboard.press("ArrowDown");
  expect((await focused(page)).name).toBe("My account");
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "hidden" });
  expect((await focused(page)).name).toBe("Account menu MV");

  // A screen by its link; the page then has the focus.
  await page.reload();
  await onScreen(page, "Dashboard");
  await tabTo(page, "Solutions");
  await page.keyboard.press("Enter");
  await onScreen(page, "Solutions");
  expect((await focused(page)).role).toBe("main");

  // [ collapses and expands the menu.
  const drawer = page.getByRole("navigation", { name: "Main" });
  expect((await drawer.boundingBox())?.width).toBe(240);
  await page.keyboard.press("[");
  await page.getByRole("button", { name: "Expand menu" }).waitFor();
  await page.waitForFunction(() => document.querySelector("nav")?.getBoundingClientRect().width === 64);
  await page.keyboard.press("[");
  await page.getByRole("button", { name: "Collapse menu" }).waitFor();

  // ? opens the help, Escape closes it.
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await help.waitFor();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });

  // Ctrl K jumps anywhere by name.
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search or jump to").waitFor();
  await page.keyboard.type("prof");
  await page.keyboard.press("Enter");
  await onScreen(page, "Profile");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search or jump to").waitFor();
  await page.keyboard.type("Found by");
  await page.getByRole("option", { name: /Found by its name/ }).waitFor();
  await page.getByPlaceholder("Search or jump to").fill(adminEmail);
  await page.getByRole("option", { name: new RegExp(adminEmail) }).click();
  await onScreen(page, "Users");
  await page.keyboard.press("Control+k");
  await page.getByPlaceholder("Search or jump to").waitFor();
  await page.keyboard.type("logout");
  await page.keyboard.press("Enter");
  await arrive(page, "/login");
});
