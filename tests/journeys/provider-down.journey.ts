import { expect } from "vitest";
import { answerSignInForm, signInAt } from "../support/sign-in-form.ts";
import { bearerOf, isLogin, stopClock, untilRefused } from "./support/browser-clock.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive, onScreen, readMessage } from "./support/seen.ts";

journey("while the provider is down the login page says so, and works again when it is back", async ({ open, stop }) => {
  const { page } = await open();
  await page.goto("/login");
  await page.getByRole("button", { name: "Login" }).waitFor();
  const bringBack = await stop("idp");
  await page.getByRole("button", { name: "Login" }).click();
  const message = await readMessage(page, "Login: Your identity provider does not answer. Try again soon.");
  expect(await message.getByText("PROVIDER_UNREACHABLE").count()).toBe(1);
  expect(new URL(page.url()).pathname).toBe("/login");

  await bringBack();
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, adminEmail);
  await arrive(page, "/admin");
});

journey("work goes on without the provider while the access token is good", async ({ open, stop }) => {
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await stop("idp");
  await page.getByRole("link", { name: "Solutions" }).click();
  await page.getByRole("button", { name: "Add" }).waitFor();
  await page.reload();
  await onScreen(page, "Solutions");
});

journey("a token that cannot be renewed because the provider is down logs out", async ({ open, product, provider, stop }) => {
  await provider({ accessTokenSeconds: 2 });
  const { page } = await open();
  await stopClock(page);
  const login = page.waitForRequest(isLogin);
  await signInAt(page, "/admin", adminEmail);
  await untilRefused(product, bearerOf(await login));
  const bringBack = await stop("idp");
  await page.getByRole("link", { name: "Solutions" }).click();
  await arrive(page, "/login");
  await readMessage(page, "Session ended:");
  await bringBack();
});
