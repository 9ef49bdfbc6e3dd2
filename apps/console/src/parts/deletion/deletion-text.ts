import type { DeletionPreview } from "@airlock/contract";
import { counted } from "../../ui/format/numbers.ts";

/** `3 executions`, `at least 100,000 executions`, `about 3,400,000 executions`. */
export function deletionText({ executions, counted: how }: DeletionPreview): string {
  if (how === "exactly") return counted(executions, "execution");
  if (how === "about") return `about ${counted(executions, "execution")}`;
  return executions === 0 ? "more executions than could be counted in time" : `at least ${counted(executions, "execution")}`;
}

/** `1 hour`, `90 seconds`: a delay that an operator chose, so in the largest unit that it is a whole number of. */
export function delayText(seconds: number): string {
  const units = [
    { length: 86_400, text: (count: number) => counted(count, "day") },
    { length: 3_600, text: (count: number) => counted(count, "hour") },
    { length: 60, text: (count: number) => counted(count, "minute") },
  ];
  const unit = units.find(({ length }) => seconds >= length && seconds % length === 0);
  return unit === undefined ? counted(seconds, "second") : unit.text(seconds / unit.length);
}
