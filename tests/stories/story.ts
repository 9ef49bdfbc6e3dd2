import type { Locator, Page } from "playwright-core";
import { developmentPassword, seededAccounts } from "../../services/idp/accounts.ts";
import { callerFor, type Caller } from "../support/caller.ts";
import { createPerson } from "../support/people.ts";
import type { Product } from "../support/product.ts";
import type { Recorder } from "./recorder.ts";

export interface Story {
  readonly name: string;
  /** Start and end of the walk, for the report. */
  readonly task: string;
  readonly goalMinutes: number;
  /** What other users did before. Not part of the walk. */
  readonly prepare?: (product: Product) => Promise<void>;
  readonly walk: (hand: Recorder, product: Product) => Promise<void>;
  /** Compares the product's results with the expected ones. */
  readonly verify: (hand: Recorder, product: Product) => Promise<void>;
}

export const adminEmail = seededAccounts[0]?.email ?? "";

export function adminOf(product: Product): Promise<Caller> {
  return callerFor(product, adminEmail);
}

/** A user with these starter roles and an activated account. */
export async function personWith(product: Product, email: string, ...roleNames: readonly string[]): Promise<void> {
  const admin = await adminOf(product);
  const known = (await admin.do("users.list", { query: { search: email } })).items;
  if (known.length > 0) return;
  const [firstName = "", name = ""] = email.split("@")[0]?.split(".") ?? [];
  const { userId } = await createPerson(product, admin, { email, firstName, name });
  const roles = (await admin.do("allRoles.list")).items.filter(({ _embedded }) => roleNames.includes(_embedded.name));
  for (const role of roles) await admin.do("user.role.add", { at: { userId, roleId: role._embedded.webSafeString } });
}

/** From the start page to the dashboard. */
export async function signIn(hand: Recorder, email = adminEmail): Promise<void> {
  await hand.step("Sign in", async () => {
    await hand.page.goto("/");
    await hand.click(hand.page.getByRole("link", { name: "Start" }).or(button(hand.page, "Start")).first());
    await answerSignIn(hand, email);
    await hand.read(hand.page.getByRole("banner").getByRole("heading", { level: 1, name: "Dashboard" }));
  });
}

export async function answerSignIn(hand: Recorder, email: string): Promise<void> {
  await hand.click(button(hand.page, "Login"));
  await hand.type(hand.page.getByLabel("Email"), email);
  await hand.press("Tab");
  await hand.type(hand.page.getByLabel("Password"), developmentPassword);
  await hand.press("Enter");
}

export function button(within: Page | Locator, name: string | RegExp): Locator {
  return within.getByRole("button", { name, exact: typeof name === "string" });
}

/** Opens a screen from the side menu. */
export async function openScreen(hand: Recorder, screen: string): Promise<void> {
  await hand.click(hand.page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: screen, exact: true }));
  await hand.page.getByRole("banner").getByRole("heading", { level: 1, name: screen, exact: true }).waitFor();
}

/** A message at the edge of the screen, by a part of its text. */
export function message(page: Page, text: string): Locator {
  return page.getByRole("region", { name: "Messages" }).locator(".toast", { hasText: text });
}

/** From the editor of a solution to its first serving version; `list` is the page with the list of solutions. */
export async function deployFirstVersion(hand: Recorder, solution: string, list: Page): Promise<void> {
  await hand.step("Create a version", async () => {
    await hand.click(button(hand.page, "More"));
    await hand.click(hand.page.getByRole("menuitem", { name: /create version/i }));
    const dialog = hand.page.getByRole("dialog", { name: `Create a version of ${solution}` });
    await hand.type(dialog.getByLabel("Name"), "v1");
    await hand.press("Enter");
    await hand.read(message(hand.page, `v1 of ${solution} created`));
  });
  await hand.step("Deploy it", async () => {
    await hand.goBackTo(list);
    await hand.click(button(hand.page, `Versions of ${solution}`));
    await hand.click(button(hand.page, "More actions for v1"));
    await hand.click(hand.page.getByRole("menuitem", { name: "Start serving" }));
    await hand.read(hand.page.getByRole("table", { name: `Versions of ${solution}` }).getByText("Serving", { exact: true }));
  });
}
