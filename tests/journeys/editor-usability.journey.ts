import { expect } from "vitest";
import { countInGoRules } from "./building/gorules-count.ts";
import { MouseHand } from "./building/mouse-hand.ts";
import { openEmpty } from "./building/open-empty.ts";
import { build } from "./building/recipe.ts";
import { differences, readExample } from "./building/same-meaning.ts";
import { journey } from "./support/journey.ts";

/** The figures of docs/usability.md. More is a regression; less must be updated there. */
const written = { presses: 163, texts: 34 };

journey("the scorecard of twelve nodes is built in fewer steps than in GoRules' editor", async (stage) => {
  const wanted = await readExample("consumer-credit-scorecard");
  const { page, saved } = await openEmpty(stage, "By count");
  const hand = new MouseHand(page, "press");
  await build(hand, wanted);
  expect(differences(wanted, await saved())).toEqual([]);
  const { presses, texts } = hand.count;
  console.log(`Built with ${presses} presses and ${texts} texts.`);
  expect(presses).toBeLessThanOrEqual(written.presses);
  expect(texts).toBeLessThanOrEqual(written.texts);
  const theirs = countInGoRules(wanted);
  expect(theirs).toEqual({ presses: 237, texts: 126, nodes: 14 });
  expect(presses).toBeLessThan(theirs.presses);
  expect(texts).toBeLessThan(theirs.texts);
});
