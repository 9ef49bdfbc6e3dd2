import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { refreshUsage, usageWidget } from "./support/dashboard.ts";
import { adminEmail, journey } from "./support/journey.ts";

journey("during a request the cursor waits and the progress line runs; both end with the response", async ({ open, pause }) => {
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  const line = page.getByRole("progressbar", { name: "Waiting for a response" });
  const cursor = () => page.evaluate(() => getComputedStyle(document.body).cursor);
  await line.waitFor({ state: "hidden" });
  expect(await cursor()).not.toBe("wait");

  const goOn = await pause("api");
  await refreshUsage(page);
  await line.waitFor();
  await expect.poll(cursor).toBe("wait");
  const bar = await page.getByRole("banner").boundingBox();
  const drawn = await line.boundingBox();
  expect(drawn?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0) - 4);

  await goOn();
  await line.waitFor({ state: "hidden" });
  expect(await cursor()).not.toBe("wait");
});

journey("a failed request ends the waiting too", async ({ open, stop }) => {
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await usageWidget(page).locator(".widget-total").waitFor();
  await stop("api");
  await usageWidget(page).getByRole("button", { name: "HOUR" }).click();
  await page.getByText("Something went wrong.", { exact: true }).waitFor();
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
  expect(await page.evaluate(() => getComputedStyle(document.body).cursor)).not.toBe("wait");
});
