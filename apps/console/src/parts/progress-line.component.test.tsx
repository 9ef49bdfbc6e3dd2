import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { ActivityContext } from "../api/activity-context.ts";
import { createActivity } from "../api/activity.ts";
import { ProgressLine, WaitCursor } from "./progress-line.tsx";

const cursor = () => getComputedStyle(document.body).cursor;

test("the line runs and the cursor waits during a request, and no style changes before the next frame", async () => {
  const activity = createActivity();
  await render(
    <ActivityContext value={activity}>
      <ProgressLine />
      <WaitCursor />
    </ActivityContext>,
  );
  const changes: string[] = [];
  const observer = new MutationObserver(() => changes.push(document.documentElement.className));
  observer.observe(document.documentElement, { attributeFilter: ["class"] });
  const atFrame = new Promise<number>((resolve) => requestAnimationFrame(() => resolve(changes.length)));
  const end = activity.begin();
  expect(await atFrame).toBe(0);
  await expect.element(page.getByRole("progressbar", { name: "Waiting for a response" })).toBeInTheDocument();
  await expect.poll(cursor).toBe("wait");
  end();
  await expect.element(page.getByRole("progressbar", { name: "Waiting for a response" })).not.toBeInTheDocument();
  await expect.poll(cursor).not.toBe("wait");
  observer.disconnect();
});
