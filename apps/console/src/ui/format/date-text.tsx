import Tooltip from "@mui/material/Tooltip";
import { clock, exactDate, shortDate } from "./dates.ts";

/** Short to read, exact on hover. */
export function DateText({ date }: { readonly date: string | null | undefined }) {
  return (
    <Tooltip title={exactDate(date)}>
      <span>{shortDate(date)}</span>
    </Tooltip>
  );
}

/** The time of day, under a head that has the day; exact on hover. */
export function TimeText({ date }: { readonly date: string }) {
  return (
    <Tooltip title={exactDate(date)}>
      <span className="num">{clock(new Date(date))}</span>
    </Tooltip>
  );
}
