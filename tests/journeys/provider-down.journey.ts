import { expect } from "vitest";
import { answerSignInForm, signInAt } from "../support/sign-in.ts";
import { isStats, refreshUsage } from "./support/dashboard.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { arrive, holdMessage, onScreen, openScreen, readMessage } from "./support/seen.ts";

journey("while the provider is down the login page says so, and works again when it is back", async ({ open, stop }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/login");
  await page.getByRole("button", { name: "Login" }).waitFor();
  const bringBack = await stop("idp");
  await page.getByRole("button", { name: "Login" }).click();
  const message = await holdMessage(page, "Login: Your identity provider does not respond. Try again soon.");
  expect(await message.getByText("PROVIDER_UNREACHABLE").count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe("/login");

  await bringBack();
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, adminEmail);
  await arrive(page, "/admin");
});

journey("work continues without the provider while the access token is valid", async ({ open, stop }) => {
  const { page } = await open(withServiceWorker);
  await signInAt(page, "/admin", adminEmail);
  await stop("idp");
  const answer = page.waitForResponse((response) => isStats(response.request()) && response.ok());
  await refreshUsage(page);
  await answer;
  await openScreen(page, "Solutions");
  await onScreen(page, "Solutions");
  await page.reload();
  await onScreen(page, "Solutions");
});

journey("a token that cannot be renewed because the provider is down logs out", async ({ open, stop }) => {
  const { page, context } = await open(withServiceWorker);
  await signInAt(page, "/admin/profile", adminEmail);
  await stop("idp");
  // Ten minutes later the token has expired.
  await context.clock.setFixedTime(Date.now() + 600_000);
  await openScreen(page, "Dashboard");
  await arrive(page, "/login");
  await readMessage(page, "Session ended: Sign in again to continue.");
});
