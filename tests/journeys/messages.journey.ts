import { expect } from "vitest";
import { signInAt } from "../support/sign-in-form.ts";
import { journey, adminEmail } from "./support/journey.ts";
import { findMessage, messages } from "./support/seen.ts";

const refused = "/callback?error=access_denied&error_description=The+user+said+no&state=unknown";

journey("a status message shows for five seconds", async ({ open }) => {
  const { page } = await open();
  await page.goto(refused);
  const message = await findMessage(page, "Login:");
  const begun = performance.now();
  await message.waitFor({ state: "detached" });
  const shown = performance.now() - begun;
  // It was there a moment before we saw it, and goes a moment before we see that.
  expect(shown).toBeGreaterThan(3500);
  expect(shown).toBeLessThan(6500);
});

journey("a message stays while the pointer rests on it, and goes when dismissed", async ({ open }) => {
  const { page, context } = await open();
  await context.clock.install();
  await page.goto(refused);
  const message = await findMessage(page, "Login:");
  await message.hover();
  await context.clock.runFor(20_000);
  expect(await message.count()).toBe(1);
  await message.getByRole("button", { name: "Dismiss" }).click();
  await message.waitFor({ state: "detached" });
});

journey("a failure is shown as 'message: description' with its code, at the level of an error", async ({ open, admin, stop }) => {
  await (await admin()).do("solutions.create", { body: { name: "Hard to rename" } });
  const { page } = await open();
  await signInAt(page, "/admin/solutions", adminEmail);
  await page.getByRole("table", { name: "Solutions" }).waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await stop("api");
  await page.getByRole("dialog").getByRole("button", { name: "Create", exact: true }).click();
  const message = await findMessage(page, "No answer: Airlock cannot be reached. Check the connection and try again.");
  await message.getByText("NETWORK", { exact: true }).waitFor();
  expect(await message.getAttribute("role")).toBe("alert");
  expect(await messages(page).getByRole("alert").count()).toBe(1);
});
