import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signInAt } from "../support/sign-in-form.ts";
import { bearerOf, isLogin, isRenewal, stopClock, untilRefused } from "./support/browser-clock.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive, messages, onScreen, readMessage } from "./support/seen.ts";

/** Signs in with the clock standing still and answers the token that was used. */
async function signInStanding(page: Page): Promise<string> {
  await stopClock(page);
  const login = page.waitForRequest(isLogin);
  await signInAt(page, "/admin", adminEmail);
  return bearerOf(await login);
}

journey("an access token that expires during work is renewed and the request repeated, unnoticed", async ({ open, product, provider }) => {
  await provider({ accessTokenSeconds: 3 });
  const { page, context } = await open();
  const first = await signInStanding(page);
  await provider({ accessTokenSeconds: 300 });
  await untilRefused(product, first);

  const seen: string[] = [];
  context.on("response", (response) => {
    const request = response.request();
    if (isRenewal(request)) seen.push(`renewal ${response.status()}`);
    else if (new URL(response.url()).pathname === "/dme/manage/v1/solutions") seen.push(`solutions ${response.status()}`);
  });
  await page.getByRole("link", { name: "Solutions" }).click();
  await page.getByRole("button", { name: "Add" }).waitFor();
  expect(seen).toEqual(["solutions 401", "renewal 200", "solutions 200"]);
  await onScreen(page, "Solutions");
  expect(await messages(page).textContent()).toBe("");
});

journey("a token that is about to expire is renewed before it is used", async ({ open, provider }) => {
  // Shorter than the console's leeway: every request wants a fresh one.
  await provider({ accessTokenSeconds: 8 });
  const { page, context } = await open();
  await signInAt(page, "/admin", adminEmail);
  const refused: string[] = [];
  context.on("response", (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  const renewal = page.waitForRequest(isRenewal);
  await page.getByRole("link", { name: "Solutions" }).click();
  await renewal;
  await page.getByRole("button", { name: "Add" }).waitFor();
  expect(refused).toEqual([]);
});

journey("a renewal that the provider refuses logs out to the login page", async ({ open, product, provider }) => {
  await provider({ accessTokenSeconds: 2, refreshTokenSeconds: 1 });
  const { page } = await open();
  const token = await signInStanding(page);
  await untilRefused(product, token);
  const refusal = page.waitForResponse((response) => isRenewal(response.request()));
  await page.getByRole("link", { name: "Solutions" }).click();
  expect((await refusal).status()).toBe(400);
  await arrive(page, "/login");
  await readMessage(page, "Session ended: Log in again to go on.");
  await page.getByRole("button", { name: "Login" }).waitFor();
  await page.reload();
  await arrive(page, "/login");
});

journey("five tabs that renew at once stay signed in, though a refresh token is good for one use", async ({ open, product, provider }) => {
  await provider({ accessTokenSeconds: 4 });
  const { page, context } = await open();
  const token = await signInStanding(page);
  const others = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const tab = await context.newPage();
      await tab.goto("/admin");
      await onScreen(tab, "Dashboard");
      return tab;
    }),
  );
  const tabs = [page, ...others];
  const renewed: Promise<unknown>[] = [];
  const statuses: number[] = [];
  context.on("response", (response) => {
    if (!isRenewal(response.request())) return;
    statuses.push(response.status());
    renewed.push(response.json());
  });
  // Each tab signed in with whatever token was fresh then; when the first is refused at its age, wait for the last as well.
  await untilRefused(product, token);
  await provider({ accessTokenSeconds: 300 });
  const reloads = tabs.map((tab) => tab.getByRole("link", { name: "Solutions" }).evaluate((link: HTMLElement) => link.click()));
  await Promise.all(reloads);
  for (const tab of tabs) {
    await onScreen(tab, "Solutions");
    await tab.getByRole("button", { name: "Add" }).waitFor();
    expect(await messages(tab).textContent()).toBe("");
  }
  expect(statuses.length).toBeGreaterThan(0);
  expect(statuses.every((status) => status === 200)).toBe(true);
  // Rotation is on, or this would prove nothing.
  const answers = await Promise.all(renewed);
  for (const answer of answers) expect(answer).toHaveProperty("refresh_token");
});
