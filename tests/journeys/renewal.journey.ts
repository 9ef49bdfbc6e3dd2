import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { Product } from "../support/product.ts";
import { signInAt } from "../support/sign-in.ts";
import { bearerOf, isLogin, isRenewal, putClockBack, stopClock, untilRefused } from "./support/browser-clock.ts";
import { isStats, refreshUsage, usageWidget } from "./support/dashboard.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive, messages, onScreen, openScreen, readMessage } from "./support/seen.ts";

/** Longer than the console's leeway of 10 s: requests that a page makes after the sign-in must not renew the token. */
const momentsSeconds = 12;

/** Signs in with tokens that soon expire, in a browser that does not notice; returns the token once the api refuses it. */
async function signInForMoments(page: Page, product: Product): Promise<string> {
  await stopClock(page);
  // The window refreshes permissions every few seconds; here a user action must be the first to use the expired token.
  await page.route("**/users/me", (route) => route.abort());
  const login = page.waitForRequest(isLogin);
  await signInAt(page, "/admin/profile", adminEmail);
  await putClockBack(page);
  const token = bearerOf(await login);
  await untilRefused(product, token);
  return token;
}

journey(
  "an access token that expires during work is renewed and the request repeated transparently",
  async ({ open, product, provider }) => {
    await provider({ accessTokenSeconds: momentsSeconds });
    const { page, context } = await open();
    const old = await signInForMoments(page, product);
    await provider({ accessTokenSeconds: 300 });
    const seen: string[] = [];
    context.on("response", (response) => {
      const request = response.request();
      if (isRenewal(request)) seen.push(`renewal ${response.status()}`);
      else if (isStats(request)) seen.push(`stats ${response.status()} with the ${bearerOf(request) === old ? "old" : "new"} token`);
    });
    await openScreen(page, "Dashboard");
    await usageWidget(page).locator(".widget-total").waitFor();
    expect(seen.slice(0, 3)).toEqual(["stats 401 with the old token", "renewal 200", "stats 200 with the new token"]);
    await onScreen(page, "Dashboard");
    expect(await messages(page).textContent()).toBe("");
  },
);

journey("a token that is about to expire is renewed before it is used", async ({ open, provider }) => {
  // Shorter than the console's leeway: every request needs a fresh one.
  await provider({ accessTokenSeconds: 8 });
  const { page, context } = await open();
  const refused: string[] = [];
  context.on("response", (response) => {
    if (response.status() === 401) refused.push(response.url());
  });
  await signInAt(page, "/admin", adminEmail);
  const renewal = page.waitForRequest(isRenewal);
  await refreshUsage(page);
  await renewal;
  await usageWidget(page).locator(".widget-total").waitFor();
  expect(refused).toEqual([]);
});

journey("a renewal that the provider refuses logs out to the login page", async ({ open, product, provider }) => {
  await provider({ accessTokenSeconds: momentsSeconds, refreshTokenSeconds: momentsSeconds + 1 });
  const { page } = await open();
  await signInForMoments(page, product);
  const refusal = page.waitForResponse((response) => isRenewal(response.request()));
  await openScreen(page, "Dashboard");
  expect((await refusal).status()).toBe(400);
  await arrive(page, "/login");
  await readMessage(page, "Session ended: Sign in again to continue.");
  await page.getByRole("button", { name: "Login" }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Login" }).waitFor();
});

journey("five tabs that renew concurrently stay signed in, although a refresh token is valid once", async ({ open }) => {
  const { page, context } = await open();
  await stopClock(page);
  await signInAt(page, "/admin", adminEmail);
  const others = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const tab = await context.newPage();
      await tab.goto("/admin");
      return tab;
    }),
  );
  const tabs = [page, ...others];
  for (const tab of tabs) await usageWidget(tab).locator(".widget-total").waitFor();
  const renewals: { readonly used: string; readonly status: number }[] = [];
  context.on("response", (response) => {
    if (!isRenewal(response.request())) return;
    const used = new URLSearchParams(response.request().postData() ?? "").get("refresh_token") ?? "";
    renewals.push({ used, status: response.status() });
  });
  const begun = Date.now();
  for (const round of [1, 2, 3]) {
    // Five minutes later every tab has the same token, which has just expired.
    await context.clock.setFixedTime(begun + round * 301_000);
    const answers = tabs.map((tab) => tab.waitForResponse((response) => isStats(response.request()) && response.ok()));
    await Promise.all(tabs.map(refreshUsage));
    await Promise.all(answers);
  }
  for (const tab of tabs) {
    await onScreen(tab, "Dashboard");
    expect(await messages(tab).textContent()).toBe("");
  }
  // One renewal per round for all five tabs, and each with a refresh token of its own: rotation is on.
  expect(renewals.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(renewals.map(({ used }) => used)).size).toBe(3);
});
