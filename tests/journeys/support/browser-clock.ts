import type { Page, Request } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import type { Product } from "../../support/product.ts";

/** From here on the browser's clock stands still, while its timers go on. */
export async function stopClock(page: Page): Promise<void> {
  await page.context().clock.setFixedTime(new Date());
}

/**
 * A browser whose clock runs behind takes its token for good when it has run out already, so that the api's 401 comes first: the
 * only way to see that path, since the console renews a token before it runs out.
 */
export async function putClockBack(page: Page): Promise<void> {
  await page.context().clock.setFixedTime(Date.now() - 600_000);
}

/** The access token that the console sends now. */
export function bearerOf(request: Request): string {
  return request.headers()["authorization"]?.replace("Bearer ", "") ?? "";
}

/** Waits until the api itself takes the token for expired. */
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

/** Requests to the provider that trade a refresh token for new tokens. */
export function isRenewal(request: Request): boolean {
  return request.method() === "POST" && (request.postData() ?? "").includes("grant_type=refresh_token");
}
