import { expect } from "vitest";
import { signInAt } from "../support/sign-in-form.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { onScreen, readMessage } from "./support/seen.ts";

journey("a part of the page that fails reads 'Something went wrong.', the rest works, and trying again mends it", async ({ open }) => {
  const { page, context } = await open();
  await signInAt(page, "/admin", adminEmail);
  // An answer that nobody foresaw: the list's items are of no shape at all.
  const solutions = (url: URL) => url.pathname === "/dme/manage/v1/solutions";
  await context.route(solutions, (route) => route.fulfill({ json: { items: [{ _embedded: null }], _links: {} } }));
  await page.getByRole("link", { name: "Solutions" }).click();
  const fault = page.getByRole("alert").filter({ hasText: "Something went wrong." });
  await fault.waitFor();
  await fault.getByText(/^UI-[0-9A-F]{4}-[0-9A-F]{4}$/).waitFor();

  await fault.getByRole("button", { name: "Copy details" }).click();
  await readMessage(page, "Details copied to clipboard.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("page: /admin/solutions");
  expect(copied).not.toContain("eyJ");

  await page.getByRole("link", { name: "Dashboard" }).click();
  await onScreen(page, "Dashboard");
  await page.getByRole("link", { name: "Solutions" }).click();
  await fault.waitFor();
  await context.unroute(solutions);
  await fault.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Add" }).waitFor();
});
