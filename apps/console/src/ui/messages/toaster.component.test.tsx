import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createMessages } from "./messages.ts";
import { Toaster } from "./toaster.tsx";

// Only the timers of the page: waiting in the test does not count as its time.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** At this moment: a matcher that waits would also advance the timers. */
const shown = () => page.getByRole("region", { name: "Messages" }).getByRole("status").query();

/** A status message above a page that is one large button. */
async function open(): Promise<Element> {
  const messages = createMessages();
  await render(
    <>
      <button type="button" aria-label="Page" style={{ position: "fixed", inset: 0, width: "100%", height: "100%" }} />
      <Toaster messages={messages} />
    </>,
  );
  messages.warning("Login", "The user said no");
  await vi.advanceTimersByTimeAsync(0);
  const message = shown();
  if (message === null) throw new Error("The message is not shown.");
  // The message moves while it appears: a position measured before the end of the animation is wrong afterwards.
  await Promise.all(message.getAnimations().map((animation) => animation.finished));
  return message;
}

test("a status message shows for five seconds", async () => {
  await open();
  await vi.advanceTimersByTimeAsync(4900);
  expect(shown()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(shown()).toBeNull();
});

test("a message stays while the pointer is on its button, and disappears when dismissed", async () => {
  await open();
  await userEvent.hover(page.getByRole("button", { name: "Dismiss" }));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(shown()).not.toBeNull();
  await userEvent.click(page.getByRole("button", { name: "Dismiss" }));
  expect(shown()).toBeNull();
});

test("a pointer at the position of a message neither keeps it open nor is blocked by it", async () => {
  const message = await open();
  const { left, top, width, height } = (message.querySelector(".strong") ?? message).getBoundingClientRect();
  const at = { x: left + width / 2, y: top + height / 2 };
  const behind = page.getByRole("button", { name: "Page" });
  await userEvent.hover(behind, { position: at, force: true });
  expect(document.elementFromPoint(at.x, at.y)).toBe(behind.element());
  await vi.advanceTimersByTimeAsync(5100);
  expect(shown()).toBeNull();
});
