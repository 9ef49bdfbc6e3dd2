import { expect } from "vitest";
import { signInAt } from "../support/sign-in-form.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { isStats, usageWidget } from "./support/dashboard.ts";
import { chooseFromAccountMenu, onScreen, readMessage } from "./support/seen.ts";

journey("a part of the page that fails reads 'Something went wrong.', the rest works, and trying again mends it", async ({ open }) => {
  const { page, context } = await open();
  await signInAt(page, "/admin/profile", adminEmail);
  // An answer that nobody foresaw: a bar that begins at the end of all dates, so that its own end is none.
  const stats = (url: URL) => url.pathname === "/dme/manage/v1/stats";
  await context.route(stats, (route) =>
    route.fulfill({ json: { _embedded: { total: 1, stats: { "+275760-09-13T00:00:00.000Z": 1 } }, _links: {} } }),
  );
  await page.getByRole("link", { name: "Dashboard" }).click();
  const fault = page.getByRole("alert").filter({ hasText: "Something went wrong." });
  await fault.waitFor();
  await fault.getByText(/^UI-[0-9A-F]{4}-[0-9A-F]{4}$/).waitFor();

  await fault.getByRole("button", { name: "Copy details" }).click();
  await readMessage(page, "Details copied to clipboard.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("page: /admin");
  expect(copied).toMatch(/code: UI-/);
  expect(copied).not.toContain("eyJ");

  await chooseFromAccountMenu(page, "Profile");
  await onScreen(page, "Profile");
  await page.goBack();
  await fault.waitFor();
  await context.unroute(stats);
  const answer = page.waitForResponse((response) => isStats(response.request()) && response.ok());
  await fault.getByRole("button", { name: "Try again" }).click();
  await answer;
  await usageWidget(page).locator(".widget-total").waitFor();
  expect(await fault.count()).toBe(0);
});
