import { afterAll, beforeAll, expect } from "vitest";
import type { Page } from "playwright-core";
import { developmentPassword } from "../../services/idp/accounts.ts";
import { addKeycloakUser } from "../../services/parts/keycloak-admin.ts";
import { keycloakIssuer } from "../../services/parts/keycloak.ts";
import { invitationLink } from "../support/inbox.ts";
import type { Product } from "../support/product.ts";
import { standUp, takeDown } from "../support/stand-up.ts";
import { isRenewal } from "./support/browser-clock.ts";
import { isStats, refreshUsage, usageWidget } from "./support/dashboard.ts";
import { inviteInConsole, userRow } from "./support/inviting.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { ownStand } from "./support/own-stand.ts";
import { arrive, chooseFromAccountMenu, messages, onScreen, openScreen } from "./support/seen.ts";

const name = "journeys-keycloak";
let product: Product | undefined;

/** A separate Airlock with users of Keycloak: a person is bound to one provider permanently. */
beforeAll(async () => {
  const base = ownStand().product.base + 50;
  const issuer = keycloakIssuer({ name, base, folder: "" });
  product = await standUp({
    name,
    base,
    parts: ["postgres", "nats", "clickhouse", "inbox", "gcs", "keycloak"],
    env: { AIRLOCK_OIDC_ISSUER: issuer },
  });
});

afterAll(async () => {
  if (product !== undefined) await takeDown(product);
});

function standing(): Product {
  if (product === undefined) throw new Error("Keycloak's Airlock does not stand.");
  return product;
}

async function answerKeycloak(page: Page, email = adminEmail): Promise<void> {
  await page.getByLabel(/Username or email|Email/).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(developmentPassword);
  await page.getByRole("button", { name: "Sign In" }).click();
}

journey(
  "through Keycloak: sign in, renew, log out",
  async ({ open }) => {
    const { page, context } = await open(withServiceWorker);
    await page.goto("/admin/profile");
    await page.getByRole("button", { name: "Login" }).click();
    await answerKeycloak(page);
    await arrive(page, "/admin/profile");
    await onScreen(page, "Profile");
    expect(await page.getByRole("button", { name: "Account menu" }).textContent()).toBe("MV");
    await openScreen(page, "Dashboard");
    await usageWidget(page).locator(".widget-total").waitFor();

    // An hour later the access token has expired; Keycloak's session has not, by its own clock.
    await context.clock.setFixedTime(Date.now() + 3_600_000);
    const renewal = page.waitForResponse((response) => isRenewal(response.request()));
    const answer = page.waitForResponse((response) => isStats(response.request()) && response.ok());
    await refreshUsage(page);
    expect((await renewal).status()).toBe(200);
    await answer;
    expect(await messages(page).textContent()).toBe("");

    await chooseFromAccountMenu(page, "Logout");
    await arrive(page, "/login");
    await page.getByRole("button", { name: "Login" }).click();
    // Its own session has ended too: it shows the sign-in form.
    await page.getByLabel("Password", { exact: true }).waitFor();
    expect(page.url().startsWith(standing().issuer)).toBe(true);
  },
  standing,
);

journey(
  "through Keycloak: invited, mailed, activated, signed in and bound by the verified address",
  async ({ open, product }) => {
    const email = `noor-${process.pid}-${Date.now().toString(36)}@airlock.test`;
    await addKeycloakUser(product, { email, firstName: "Noor", lastName: "Haddad", password: developmentPassword, emailVerified: true });
    const administrator = await open(withServiceWorker);
    await administrator.page.goto("/admin/users");
    await administrator.page.getByRole("button", { name: "Login" }).click();
    await answerKeycloak(administrator.page);
    await onScreen(administrator.page, "Users");
    await inviteInConsole(administrator.page, "Noor", "Haddad", email);
    const link = await invitationLink(product, email);

    const { page } = await open(withServiceWorker);
    await page.goto(link.href);
    await page.getByRole("button", { name: /^Continue to/ }).click();
    await answerKeycloak(page, email);
    await arrive(page, "/admin");
    expect(await page.getByRole("button", { name: "Account menu" }).textContent()).toBe("NH");
    await administrator.page.reload();
    await userRow(administrator.page, email).getByText("Active", { exact: true }).waitFor();
  },
  standing,
);
