import type { Page } from "playwright-core";
import { invite, newOrganisation } from "../support/people.ts";
import { answerSignInForm } from "../support/sign-in.ts";
import type { Shot } from "./shot.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

function visit(name: string, shows: string, path: string, seen: (page: Page) => Promise<void>): Shot {
  return {
    name,
    shows,
    signedIn: false,
    arrange: async ({ page }) => {
      await page.goto(path);
      await seen(page);
    },
  };
}

/** Pages that need no sign-in. */
export const publicShots: readonly Shot[] = [
  visit("home", "Home page", "/", (page) => page.getByRole("link", { name: "Start" }).waitFor()),
  visit("login", "Sign-in page", "/login", (page) => page.getByRole("button", { name: "Login" }).waitFor()),
  {
    name: "login-opening",
    shows: "While the sign-in is being finished",
    signedIn: false,
    async arrange({ page, pause }) {
      await page.goto("/login");
      await page.getByRole("button", { name: "Login" }).click();
      await pause("api");
      await answerSignInForm(page, "designer@airlock.test");
      await page.getByText("Opening the airlocks...").waitFor();
    },
  },
  {
    name: "login-provider-down",
    shows: "The provider does not answer",
    signedIn: false,
    async arrange({ page, stop }) {
      await page.goto("/login");
      await page.getByRole("button", { name: "Login" }).waitFor();
      await stop("idp");
      await page.getByRole("button", { name: "Login" }).click();
      await page.getByText("PROVIDER_UNREACHABLE").waitFor();
    },
  },
  {
    name: "confirm",
    shows: "Activation: the key holds",
    signedIn: false,
    async arrange({ page, product, admin }) {
      const { link } = await invite(product, admin, { firstName: "Priya", name: "Raman" });
      await page.goto(link.href);
      await page.getByRole("button", { name: /^Continue to/ }).waitFor();
    },
  },
  {
    name: "invitations",
    shows: "Invited by two organisations",
    signedIn: false,
    async arrange({ page, product, admin }) {
      const first = await invite(product, admin, { firstName: "Priya", name: "Raman" });
      const other = await newOrganisation(product, admin, `Harbour-${Date.now().toString(36)}`);
      const { organisationWss } = (await other.do("profile.read"))._embedded;
      await other.do("users.invite", { body: { firstName: "Priya", name: "Raman", emailAddress: first.email, organisationWss } });
      await page.goto("/login");
      await page.getByRole("button", { name: "Login" }).click();
      await answerSignInForm(page, first.email);
      await heading(page, "You are invited");
    },
  },
  visit("confirm-failed", "Activation: the key does not hold", "/confirm/no-such-key", (page) => heading(page, "Oops")),
  visit("offline", "Offline notice", "/offline", (page) => heading(page, "Airlock Offline")),
  visit("not-found", "Any other address", "/nowhere", (page) => heading(page, "We can't find what you're after")),
  visit("documentation-home", "Documentation: home page", "/documentation/", (page) => heading(page, "Airlock Documentation")),
  visit("documentation-tutorial", "Documentation: a tutorial", "/documentation/tutorials/designer", (page) => heading(page, "Designer")),
  visit("documentation-api", "Documentation: calls of the API", "/documentation/reference/api/solutions", (page) =>
    heading(page, "Solutions"),
  ),
  visit("documentation-settings", "Documentation: settings", "/documentation/reference/settings", (page) => heading(page, "Settings")),
  visit("documentation-missing", "Documentation: no such page", "/documentation/nowhere", (page) =>
    page.getByText("PAGE NOT FOUND").waitFor(),
  ),
  visit("news", "News", "/news", (page) => heading(page, "News")),
];
