import type { Page } from "playwright-core";
import { addExample, node, untilOpen } from "../journeys/support/editor.ts";
import type { Caller } from "../support/caller.ts";
import type { Scene, Shot } from "./shot.ts";

let drawn: Promise<string> | undefined;

function canvas(name: string, shows: string, arrange: (page: Page) => Promise<void>, wideOnly = false): Shot {
  return {
    name,
    wideOnly,
    shows,
    signedIn: true,
    arrange: async ({ page, admin }: Scene) => {
      await page.goto(`/solution/${await solution(admin)}`);
      await untilOpen(page);
      await node(page, "Eligibility").waitFor();
      await arrange(page);
    },
  };
}

/** Shared: nothing here is saved. */
function solution(admin: Caller): Promise<string> {
  drawn ??= addExample(admin, "Consumer credit on the canvas", "consumer-credit");
  return drawn;
}

export const canvasShots: readonly Shot[] = [
  canvas("canvas-tooltip", "What a node does, under the pointer", async (page) => {
    await node(page, "Eligibility").hover();
    await page.getByRole("tooltip").filter({ hasText: "Easy Rule" }).waitFor();
  }),
  canvas("canvas-menu", "What can be done with a node, by which keys", async (page) => {
    await node(page, "Eligibility").click({ button: "right" });
    await page.getByRole("menu").waitFor();
  }),
  canvas("canvas-find", "Finding a node", async (page) => {
    await page.keyboard.press("Control+f");
    await page.getByRole("combobox", { name: "Find a node" }).fill("score");
    await page.getByRole("option").first().waitFor();
  }),
  canvas(
    "canvas-add",
    "The components, where the next node is wanted",
    async (page) => {
      await node(page, "Eligibility").click();
      await page.keyboard.press("a");
      await page.getByRole("option", { name: /Easy Rule/ }).waitFor();
    },
    true,
  ),
  canvas(
    "canvas-arrange",
    "Aligning what is selected",
    async (page) => {
      await page.keyboard.press("Control+a");
      await page.getByRole("button", { name: "Align and distribute" }).click();
    },
    true,
  ),
  canvas("canvas-list", "The flow as a list", async (page) => {
    await page.getByRole("button", { name: "Show as list" }).click();
    await page.getByRole("list", { name: "Nodes in reading order" }).waitFor();
  }),
  canvas("canvas-keys", "Every key of the editor", async (page) => {
    await page.getByRole("button", { name: "All keys" }).click();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  }),
];
