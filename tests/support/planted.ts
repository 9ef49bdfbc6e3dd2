/** The environment of a process with a bug (or a bad clock) of `planted/`: to show that a test would detect it, or to measure a cost. */
export function plantedBug(
  name: "answer-before-acknowledged" | "clock-that-steps" | "training-that-waits" | "next-release" | "release-without-behaviour-1",
): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${new URL(`planted/${name}.ts`, import.meta.url).href}` };
}
