import type { Page } from "playwright-core";
import { developmentPassword } from "../../services/idp/accounts.ts";

/** Answers the development provider's form, which must be on screen or on its way. */
export async function answerSignInForm(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(developmentPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** From wherever the console has sent an anonymous visitor to where they wanted to be. */
export async function signInAt(page: Page, path: string, email: string): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: "Login" }).click();
  await answerSignInForm(page, email);
  await page.getByRole("button", { name: "Account menu" }).waitFor();
}
