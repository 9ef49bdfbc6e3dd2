import type { Page, Request } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import type { Product } from "../../support/product.ts";

/** Stops the browser's clock, while its timers continue. */
export async function stopClock(page: Page): Promise<void> {
  await page.context().clock.setFixedTime(new Date());
}

/**
 * A browser whose clock is behind treats an expired token as valid, so that the api's 401 comes first: the only way to test that path, since the
 * console renews a token before it expires.
 */
export async function putClockBack(page: Page): Promise<void> {
  await page.context().clock.setFixedTime(Date.now() - 600_000);
}

/** The access token that the console sends now. */
export function bearerOf(request: Request): string {
  return request.headers()["authorization"]?.replace("Bearer ", "") ?? "";
}

/** Waits until the api itself treats the token as expired. */
export async function untilRefused(product: Product, token: string): Promise<void> {
  await eventually(
    "the api to refuse the expired token",
    async () => {
      const response = await fetch(`${product.url}/dme/manage/v1/users/me`, { headers: { Authorization: `Bearer ${token}` } });
      return response.status === 401 ? true : undefined;
    },
    { seconds: 40 },
  );
}

export function isLogin(request: Request): boolean {
  return request.url().endsWith("/users/login") && request.method() === "POST";
}

/** Requests to the provider that exchange a refresh token for new tokens. */
export function isRenewal(request: Request): boolean {
  return request.method() === "POST" && (request.postData() ?? "").includes("grant_type=refresh_token");
}
