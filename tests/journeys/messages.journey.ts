import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, type Stage } from "./support/journey.ts";
import { findMessage, holdMessage, messages } from "./support/seen.ts";

const refused = "/callback?error=access_denied&error_description=The+user+said+no&state=unknown";

/** Resolves after the page has processed a change. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let turn = 0; turn < 2; turn += 1) {
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", resolve);
        port1.start();
        port2.postMessage(undefined);
      });
    }
  });
}

/** A page with a stopped clock, so that waiting in the test does not count as its time. */
async function openRefused({ open }: Pick<Stage, "open">) {
  const { page, context } = await open();
  await context.clock.install();
  await context.clock.pauseAt(Date.now() + 1000);
  await page.goto(refused);
  const message = await findMessage(page, "Login:");
  await settled(page);
  return { page, message, clock: context.clock };
}

journey("a status message shows for five seconds", async (stage) => {
  const { message, clock } = await openRefused(stage);
  await clock.runFor(4900);
  expect(await message.count()).toBe(1);
  await clock.runFor(200);
  await message.waitFor({ state: "detached" });
});

journey("a message stays while the pointer is on its button, and disappears when dismissed", async (stage) => {
  const { page, message, clock } = await openRefused(stage);
  await message.getByRole("button", { name: "Dismiss" }).hover();
  await settled(page);
  await clock.runFor(20_000);
  expect(await message.count()).toBe(1);
  await message.getByRole("button", { name: "Dismiss" }).click();
  await message.waitFor({ state: "detached" });
});

journey("a pointer at the position of a new message neither keeps it open nor is blocked by it", async (stage) => {
  const { page, message, clock } = await openRefused(stage);
  // The message moves while it appears: a position measured before the end of the animation is wrong afterwards.
  await message.evaluate(async (toast) => await Promise.all(toast.getAnimations().map((animation) => animation.finished)));
  const { x, y, width, height } = (await message.locator(".strong").boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const at = { x: x + width / 2, y: y + height / 2 };
  await page.mouse.move(at.x, at.y);
  const under = await page.evaluate(({ x: left, y: top }) => document.elementFromPoint(left, top)?.closest(".toast") ?? undefined, at);
  expect(under).toBeUndefined();
  await clock.runFor(5100);
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
  const message = await holdMessage(page, "No response: Airlock cannot be reached. Check the connection and try again.");
  await message.getByText("NETWORK", { exact: true }).waitFor();
  expect(await message.getAttribute("role")).toBe("alert");
  expect(await messages(page).getByRole("alert").count()).toBe(1);
});
