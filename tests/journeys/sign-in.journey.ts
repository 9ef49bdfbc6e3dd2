import { expect } from "vitest";
import { answerSignInForm, signInByForm } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { arrive, chooseFromAccountMenu, messages, onScreen, read } from "./support/seen.ts";

journey("a visitor starts at home, signs in at the provider and arrives at the dashboard", async ({ open, product }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/");
  await page.getByRole("link", { name: "Start" }).click();
  await arrive(page, "/login");
  await read(page, "You will be redirected to your identity provider to sign in.");
  const redirect = page.waitForRequest((request) => request.url().startsWith(`${product.issuer}/auth`));
  await page.getByRole("button", { name: "Login" }).click();
  const parameters = new URL((await redirect).url()).searchParams;
  expect(parameters.get("scope")).toBe("openid profile email");
  expect(parameters.get("response_type")).toBe("code");
  expect(parameters.get("code_challenge_method")).toBe("S256");

  await answerSignInForm(page, adminEmail);
  await arrive(page, "/admin");
  await onScreen(page, "Dashboard");
  expect(await page.getByRole("button", { name: "Account menu" }).textContent()).toBe("MV");
  expect(await messages(page).textContent()).toBe("");
});

journey("logging out ends the session in every tab and at the provider", async ({ open, product }) => {
  const { page, context } = await open(withServiceWorker);
  await signInByForm(page, "/admin", adminEmail);
  const second = await context.newPage();
  await second.goto("/admin/profile");
  await onScreen(second, "Profile");

  await chooseFromAccountMenu(page, "Logout");
  await arrive(page, "/login");
  await page.getByRole("button", { name: "Login" }).waitFor();
  await arrive(second, "/login");
  await second.getByRole("button", { name: "Login" }).waitFor();

  await page.goto("/admin");
  await arrive(page, "/login");
  // The provider's session has ended too: it shows the sign-in form.
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Password").waitFor();
  expect(new URL(page.url()).origin).toBe(product.issuer);
});

journey("signing in in one tab opens the others", async ({ open }) => {
  const { page, context } = await open(withServiceWorker);
  const waiting = await context.newPage();
  await waiting.goto("/admin/profile");
  await arrive(waiting, "/login");
  await waiting.getByRole("button", { name: "Login" }).waitFor();

  await signInByForm(page, "/admin", adminEmail);
  await arrive(waiting, "/admin/profile");
  await onScreen(waiting, "Profile");
});

journey("a signed-in user passes /login and / without a prompt", async ({ open }) => {
  const { page } = await open(withServiceWorker);
  await signInByForm(page, "/admin", adminEmail);
  await page.goto("/login");
  await arrive(page, "/admin");
  await page.goto("/");
  await page.getByRole("link", { name: "Start" }).click();
  await arrive(page, "/admin");
  await onScreen(page, "Dashboard");
});

journey("a wrong password stays with the provider, and going back leads to the login page", async ({ open, product }) => {
  const { page } = await open(withServiceWorker);
  await page.goto("/login");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Email").fill(adminEmail);
  await page.getByLabel("Password").fill("wrong");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("alert").waitFor();
  expect(new URL(page.url()).origin).toBe(product.issuer);
  await page.goto("/admin");
  await arrive(page, "/login");
});
