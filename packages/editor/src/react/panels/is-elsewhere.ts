import type { SyntheticEvent } from "react";

/** A dialog that was opened from a row is not inside the row in the DOM, but React sends its events through the row. */
export function isElsewhere(event: SyntheticEvent): boolean {
  return !(event.target instanceof Node && event.currentTarget.contains(event.target));
}
