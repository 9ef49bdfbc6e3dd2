import { join } from "node:path";
import { expect } from "vitest";
import { deployConsole } from "../support/deploy-console.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, withServiceWorker } from "./support/journey.ts";
import { deployNewBuild } from "./support/new-build.ts";
import { findMessage, onScreen } from "./support/seen.ts";

journey("an open console announces a new version, and a refresh loads it", async ({ open, product, later }) => {
  const folder = join(product.folder, "console");
  const { page, context } = await open(withServiceWorker);
  const logged: string[] = [];
  context.on("console", (message) => logged.push(message.text()));
  await context.clock.install();
  await signInAt(page, "/admin", adminEmail);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));

  later(() => deployConsole(folder));
  const { entry } = await deployNewBuild(folder);
  // Left open for a while.
  await context.clock.fastForward("15:00");
  const notice = await findMessage(page, "A new version of the product is now available: refresh the page to start using it");
  expect(logged).toContain("New content is available; please refresh.");
  // It is not a transient message: it stays until the user reacts.
  await context.clock.runFor(10_000);
  expect(await notice.count()).toBe(1);

  await notice.getByRole("button", { name: "Refresh" }).click();
  await page.locator(`script[src*="${entry}"]`).waitFor({ state: "attached" });
  await onScreen(page, "Dashboard");
});

journey("a page that was open before there was a service worker is refreshed too", async ({ open, product, later }) => {
  const folder = join(product.folder, "console");
  const { page, context } = await open(withServiceWorker);
  await context.clock.install();
  await page.goto("/login");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();

  later(() => deployConsole(folder));
  const { entry } = await deployNewBuild(folder);
  await context.clock.fastForward("15:00");
  const notice = await findMessage(page, "A new version of the product is now available: refresh the page to start using it");
  await notice.getByRole("button", { name: "Refresh" }).click();
  await page.locator(`script[src*="${entry}"]`).waitFor({ state: "attached" });
});
