import { expect } from "vitest";
import { signInAt } from "../support/sign-in-form.ts";
import { journey, adminEmail } from "./support/journey.ts";
import { arrive, messages, readMessage } from "./support/seen.ts";

const refused = "/callback?error=access_denied&error_description=The+user+said+no&state=unknown";

journey("a status message shows for five seconds", async ({ open }) => {
  const { page, context } = await open();
  await context.clock.install();
  await page.goto(refused);
  await arrive(page, "/login");
  const message = await readMessage(page, "Login:");
  // Somewhere in these five seconds it came; it may not have been there for five yet.
  await context.clock.runFor(4800);
  expect(await message.count()).toBe(1);
  await context.clock.runFor(300);
  await message.waitFor({ state: "detached" });
});

journey("a message stays while the pointer rests on it, and goes when dismissed", async ({ open }) => {
  const { page, context } = await open();
  await context.clock.install();
  await page.goto(refused);
  const message = await readMessage(page, "Login:");
  await message.hover();
  await context.clock.runFor(20_000);
  expect(await message.count()).toBe(1);
  await message.getByRole("button", { name: "Dismiss" }).click();
  await message.waitFor({ state: "detached" });
});

journey("a failure is shown as 'message: description' with its code, at the level of an error", async ({ open, stop }) => {
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await page.goto("/login");
  const bringBack = await stop("idp");
  await page.context().clearCookies();
  const anonymous = await open();
  await anonymous.page.goto("/login");
  await anonymous.page.getByRole("button", { name: "Login" }).click();
  const message = await readMessage(anonymous.page, "Login: Your identity provider does not answer.");
  await message.getByText("PROVIDER_UNREACHABLE", { exact: true }).waitFor();
  expect(await message.getAttribute("role")).toBe("alert");
  await bringBack();
  expect(await messages(anonymous.page).getByRole("alert").count()).toBeLessThanOrEqual(1);
});
