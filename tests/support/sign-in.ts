import { SigninState } from "oidc-client-ts";
import type { Page } from "playwright-core";
import { z } from "zod";
import { developmentPassword } from "../../services/idp/accounts.ts";
import { authorize } from "../../services/idp/sign-in.ts";

/** Submits the development provider's form, which must be visible or loading. */
export async function answerSignInForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(developmentPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs in like a user, from the page to which the console redirects an anonymous visitor, back to the requested page. */
export async function signInByForm(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, email);
  await page.getByRole("button", { name: "Account menu" }).waitFor();
}

const configSchema = z.object({ issuer: z.string(), clientId: z.string(), scope: z.string().default("openid profile email") });

/**
 * Signs a user in and opens `path`. The provider's form is submitted without the browser, which starts at the redirect back to the console: that
 * loads the console once instead of twice. `signInByForm` tests the actual sign-in.
 */
export async function signInAt(page: Page, path: string, email: string): Promise<void> {
  const answer = await page.request.get("/config.json");
  const { issuer, clientId, scope } = configSchema.parse(await answer.json());
  const { origin } = new URL(answer.url());
  const { code, verifier, cookies } = await authorize({ issuer, publicUrl: origin, email, scope });
  await page.context().addCookies(cookies.map((cookie) => ({ ...cookie, url: issuer })));
  const state = await SigninState.create({
    data: { from: path },
    authority: issuer,
    client_id: clientId,
    redirect_uri: `${origin}/callback`,
    scope,
    code_verifier: verifier,
    request_type: "si:r",
  });
  // Any small file: storage belongs to the origin, not to the page.
  await page.goto("/favicon.svg");
  await page.evaluate(([key, value]) => sessionStorage.setItem(key, value), [
    `airlock.sign-in.${state.id}`,
    state.toStorageString(),
  ] as const);
  await page.goto(`/callback?${new URLSearchParams({ code, state: state.id }).toString()}`);
  await page.getByRole("button", { name: "Account menu" }).waitFor();
}
