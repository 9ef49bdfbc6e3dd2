import Tooltip from "@mui/material/Tooltip";
import { exactDate, shortDate } from "./dates.ts";

/** Short to read, exact on hover. */
export function DateText({ date }: { readonly date: string | null | undefined }) {
  return (
    <Tooltip title={exactDate(date)}>
      <span>{shortDate(date)}</span>
    </Tooltip>
  );
}
