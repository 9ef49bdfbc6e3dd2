import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { onScreen, openScreen, readMessage } from "./support/seen.ts";

journey(
  "a part of the page that fails reads 'Something went wrong.', the rest works, and trying again fixes it",
  async ({ open, admin }) => {
    await (await admin()).do("solutions.create", { body: { name: "Drawn well" } });
    const { page, context } = await open(withServiceWorker);
    await signInAt(page, "/admin", adminEmail);
    // An invalid response: a name that is not a text cannot be rendered.
    const solutions = (url: URL) => url.pathname === "/dme/manage/v1/solutions";
    await context.route(solutions, async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({ response: answer, body: text.replaceAll(/"name":"[^"]*"/g, '"name":{"is":"not text"}') });
    });
    await openScreen(page, "Solutions");
    const fault = page.getByRole("alert").filter({ hasText: "Something went wrong." });
    await fault.waitFor();
    await fault.getByText(/^UI-[0-9A-F]{4}-[0-9A-F]{4}$/).waitFor();

    await fault.getByRole("button", { name: "Copy details" }).click();
    await readMessage(page, "Details copied to clipboard.");
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain("page: /admin/solutions");
    expect(copied).toMatch(/code: UI-/);
    expect(copied).not.toContain("eyJ");

    // The menu and the other screens still work.
    await openScreen(page, "Dashboard");
    await onScreen(page, "Dashboard");
    expect(await fault.count()).toBe(0);
    await openScreen(page, "Solutions");
    await fault.waitFor();
    await context.unroute(solutions);
    await fault.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("table", { name: "Solutions" }).getByRole("row").nth(1).waitFor();
    expect(await fault.count()).toBe(0);
  },
);
