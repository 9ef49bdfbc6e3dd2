import type { Check, Step } from "./recorder.ts";
import type { Story } from "./story.ts";

export interface Outcome {
  readonly story: Story;
  readonly steps: readonly Step[];
  readonly checks: readonly Check[];
  readonly presses: number;
  readonly texts: number;
  readonly characters: number;
  readonly waitSeconds: number;
  /** The user's time and the waiting time. */
  readonly seconds: number;
  /** Why the walk could not continue; undefined if it was completed. */
  readonly deadEnd: unknown;
  readonly wrong: readonly Check[];
  readonly isInTime: boolean;
}

export function printStory({ story, steps, checks, wrong, deadEnd }: Outcome): void {
  console.log(`\n${story.name}: ${story.task}`);
  for (const step of steps) {
    const figures = [`${step.presses} presses`, `${step.texts} texts`, `${step.characters} characters`];
    const times = [`person ${step.personSeconds.toFixed(1)} s`, `wait ${step.waitSeconds.toFixed(1)} s`];
    console.log(`  ${step.name.padEnd(44)}${[...figures, ...times].join(", ")}`);
  }
  for (const { what, expected, found } of checks) {
    const isWrong = wrong.some((one) => one.what === what);
    console.log(
      `  ${isWrong ? "WRONG" : "ok"} ${what}: ${JSON.stringify(found)}${isWrong ? `, expected ${JSON.stringify(expected)}` : ""}`,
    );
  }
  if (deadEnd !== undefined) console.log(`  DEAD END at "${steps.at(-1)?.name ?? "the start"}": ${textOf(deadEnd)}`);
}

/** The table of docs/stories.md. */
export function printSummary(outcomes: readonly Outcome[]): void {
  console.log("\n| Story | Steps | Presses | Fields typed | Characters | Wait | Person's time | Goal | Dead ends | Wrong numbers |");
  console.log("|---|---|---|---|---|---|---|---|---|---|");
  for (const one of outcomes) {
    const cells = [
      one.story.name,
      one.steps.length,
      one.presses,
      one.texts,
      one.characters,
      `${one.waitSeconds.toFixed(0)} s`,
      minutes(one.seconds),
      minutes(one.story.goalMinutes * 60),
      one.deadEnd === undefined ? 0 : 1,
      `${one.wrong.length} of ${one.checks.length}`,
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

function minutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")} min`;
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
