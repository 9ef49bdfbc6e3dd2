import { expect, vi } from "vitest";
import { KeyHand } from "./building/key-hand.ts";
import { openEmpty } from "./building/open-empty.ts";
import { build } from "./building/recipe.ts";
import { differences, readExample } from "./building/same-meaning.ts";
import { journey } from "./support/journey.ts";

// Several hundred keys, each awaited.
vi.setConfig({ testTimeout: 240_000 });

journey("the whole consumer-credit example is built on an empty canvas with the keyboard only", async (stage) => {
  const wanted = await readExample("consumer-credit");
  const { page, saved } = await openEmpty(stage, "By keys");
  // Nothing has the focus when the page opens: the diagram receives keys from the first one on.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  const hand = new KeyHand(page);
  await build(hand, wanted);
  expect(differences(wanted, await saved())).toEqual([]);
});
