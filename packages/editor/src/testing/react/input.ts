/** Real input events of the browser, by Playwright's names of keys: Vitest's `userEvent` sends them through the browser's protocol. */
import type { CDPSession } from "@vitest/browser-playwright";
import { cdp, userEvent } from "vitest/browser";

/** A point of the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Keys such as "Enter" or "Control+z", to what has the focus. */
export async function press(...keys: readonly string[]): Promise<void> {
  await userEvent.keyboard(keys.map(keyPress).join(""));
}

function keyPress(keys: string): string {
  const parts = keys === "+" ? [keys] : keys.split("+");
  const key = parts.at(-1) ?? "";
  const held = parts.slice(0, -1);
  return [...held.map((one) => `{${one}>}`), `{${key}}`, ...held.toReversed().map((one) => `{/${one}}`)].join("");
}

/** Letter by letter, to what has the focus. */
export async function type(text: string): Promise<void> {
  await userEvent.keyboard(text.replaceAll("{", "{{").replaceAll("[", "[["));
}

/** Presses, moves in steps and releases while the keys are held. */
export async function drag(from: Point, to: Point, keys: readonly string[] = []): Promise<void> {
  for (const key of keys) await userEvent.keyboard(`{${key}>}`);
  const steps = [1, 2, 3, 4, 5, 6].map((step) => ({
    coords: { x: from.x + ((to.x - from.x) * step) / 6, y: from.y + ((to.y - from.y) * step) / 6 },
  }));
  await userEvent.pointer([{ coords: from }, "[MouseLeft>]", ...steps, "[/MouseLeft]"]);
  for (const key of keys) await userEvent.keyboard(`{/${key}}`);
}

export async function doubleClickAt(point: Point): Promise<void> {
  await userEvent.pointer([{ coords: point }, "[MouseLeft][MouseLeft]"]);
}

/** As if the user allowed the page to use the clipboard, or denied it. */
export async function allowClipboard(allowed: boolean): Promise<void> {
  const session: CDPSession = cdp();
  const { targetInfo } = await session.send("Target.getTargetInfo");
  for (const name of ["clipboard-read", "clipboard-write"])
    await session.send("Browser.setPermission", {
      permission: { name },
      setting: allowed ? "granted" : "denied",
      ...(targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId }),
    });
}
