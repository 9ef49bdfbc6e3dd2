import { expect, test } from "vitest";
import { staleAnswers } from "./stale-answers.ts";

const switches = [
  { versionId: "a", begun: 0, confirmed: 10 },
  { versionId: "b", begun: 20, confirmed: 30 },
  { versionId: "a", begun: 40, confirmed: 50 },
];

test.each([
  ["of the release in force", { sent: 12, answered: 15, versionId: "a" }, false],
  ["of the one before while a switch is under way", { sent: 25, answered: 28, versionId: "a" }, false],
  ["of the next one while a switch is under way", { sent: 25, answered: 28, versionId: "b" }, false],
  ["of a call that was sent before the confirmation and answered after it", { sent: 29, answered: 35, versionId: "a" }, false],
  ["of the one before after the confirmation", { sent: 31, answered: 35, versionId: "a" }, true],
  ["of one that is released only later", { sent: 12, answered: 15, versionId: "b" }, true],
  ["that waited until the same version was released again", { sent: 31, answered: 41, versionId: "a" }, false],
])("an answer %s", (_what, answer, isStale) => {
  expect(staleAnswers(switches, [answer])).toEqual(isStale ? [answer] : []);
});
