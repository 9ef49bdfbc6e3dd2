import type { SyntheticEvent } from "react";

/** A dialog that was opened from a row is no part of the row on the page, though React tells the row of its events. */
export function isElsewhere(event: SyntheticEvent): boolean {
  return !(event.target instanceof Node && event.currentTarget.contains(event.target));
}
