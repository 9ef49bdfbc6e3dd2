import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ActivityContext } from "../api/activity-context.ts";
import { createActivity } from "../api/activity.ts";
import { ProgressLine, WaitCursor } from "./progress-line.tsx";

const cursor = () => getComputedStyle(document.body).cursor;

afterEach(() => void vi.useRealTimers());

test("the line runs during any request, and the cursor waits with one that takes longer than 100 ms", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const activity = createActivity();
  await render(
    <ActivityContext value={activity}>
      <ProgressLine />
      <WaitCursor />
    </ActivityContext>,
  );
  const line = page.getByRole("progressbar", { name: "Waiting for an answer" });
  const endShort = activity.begin();
  await expect.element(line).toBeInTheDocument();
  vi.advanceTimersByTime(99);
  expect(cursor()).not.toBe("wait");
  endShort();
  await expect.element(line).not.toBeInTheDocument();
  vi.advanceTimersByTime(100);
  expect(cursor()).not.toBe("wait");

  const endLong = activity.begin();
  await expect.element(line).toBeInTheDocument();
  vi.advanceTimersByTime(100);
  expect(cursor()).toBe("wait");
  endLong();
  await expect.element(line).not.toBeInTheDocument();
  expect(cursor()).not.toBe("wait");
});
