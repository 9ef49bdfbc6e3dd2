/**
 * Walks through the first tasks of each kind of user, from an empty instance, in Chromium and through visible controls only. Prints presses, typed
 * characters and time, and takes a picture after each step into .stories/. Fails on a dead end, a wrong number and a missed goal.
 *
 *   npm run stories                       all of them, each on an instance of its own
 *   npm run stories -- --only designer    one of them, or several: designer,analyst
 *   npm run stories -- --looks            each picture also dark and narrow
 *   npm run stories -- --keep             use the running instance with its data, and keep it running
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { projectRoot } from "../../services/instance.ts";
import { launchBrowser, openWindow } from "../support/browser.ts";
import { standUp, takeDown } from "../support/stand-up.ts";
import { administrator } from "./administrator.ts";
import { analyst } from "./analyst.ts";
import { designer } from "./designer.ts";
import { engineer } from "./engineer.ts";
import { prediction } from "./prediction.ts";
import { Recorder } from "./recorder.ts";
import { printStory, printSummary, type Outcome } from "./report.ts";
import type { Story } from "./story.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    looks: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    base: { type: "string", default: process.env["AIRLOCK_JOURNEY_BASE"] ?? "21200" },
  },
});

const names = values.only.split(",").filter(Boolean);
const stories: readonly Story[] = [designer, administrator, engineer, analyst, prediction];
const folder = join(projectRoot, ".stories");
if (names.length === 0) await rm(folder, { recursive: true, force: true });

const outcomes: Outcome[] = [];
for (const story of stories.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const outcome = await walk(story);
  printStory(outcome);
  outcomes.push(outcome);
}
printSummary(outcomes);
console.log(`\nPictures: ${folder}`);
process.exitCode = outcomes.every((one) => one.deadEnd === undefined && one.wrong.length === 0 && one.isInTime) ? 0 : 1;

async function walk(story: Story): Promise<Outcome> {
  const product = await standUp({ name: "stories", base: Number(values.base), runtimes: 2, reuse: values.keep });
  const browser = await launchBrowser();
  try {
    await story.prepare?.(product);
    const { page, errors } = await openWindow(browser, { baseUrl: product.url });
    const hand = new Recorder(page, { story: story.name, folder, allLooks: values.looks });
    let deadEnd: unknown;
    try {
      await story.walk(hand, product);
      await story.verify(hand, product);
      hand.check("errors of the pages", errors, []);
    } catch (error) {
      deadEnd = error;
    }
    const sum = (of: "presses" | "texts" | "characters" | "personSeconds" | "waitSeconds") =>
      hand.steps.reduce((total, step) => total + step[of], 0);
    const seconds = sum("personSeconds") + sum("waitSeconds");
    return {
      story,
      steps: hand.steps,
      checks: hand.checks,
      presses: sum("presses"),
      texts: sum("texts"),
      characters: sum("characters"),
      waitSeconds: sum("waitSeconds"),
      seconds,
      deadEnd,
      wrong: hand.checks.filter(({ expected, found }) => !isDeepStrictEqual(expected, found)),
      isInTime: seconds <= story.goalMinutes * 60,
    };
  } finally {
    await browser.close();
    if (!values.keep) await takeDown(product);
  }
}
