import { expect } from "vitest";
import { openEmpty } from "./building/open-empty.ts";
import { build } from "./building/recipe.ts";
import { differences, readExample } from "./building/same-meaning.ts";
import { MouseHand } from "./building/mouse-hand.ts";
import { journey } from "./support/journey.ts";

journey("the whole consumer-credit example is built on an empty canvas with the mouse", async (stage) => {
  const wanted = await readExample("consumer-credit");
  const { page, saved } = await openEmpty(stage, "By mouse");
  const hand = new MouseHand(page);
  await hand.makeRoom(5);
  await build(hand, wanted);
  expect(differences(wanted, await saved())).toEqual([]);
});
