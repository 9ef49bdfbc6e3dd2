/** The environment of a process that shall have a bug (or a bad clock) of `planted/`: to show that a test would notice it, or what doing without costs. */
export function plantedBug(
  name: "answer-before-acknowledged" | "clock-that-steps" | "training-that-waits" | "next-release" | "release-without-behaviour-1",
): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${new URL(`planted/${name}.ts`, import.meta.url).href}` };
}
