export { notRecorded } from "./recorded-effects.ts";
export { runBoth, runBothOn, type BothRuns, type NotComparable } from "./run-both.ts";
export { runBeside, type BesideRun } from "./run-beside.ts";
export { firstDifference, type FirstDifference } from "./first-difference.ts";
export { readWay, wayOf } from "./way.ts";
