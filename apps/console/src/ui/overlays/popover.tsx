import MuiPopover, { type PopoverProps } from "@mui/material/Popover";
import { useWasOpen } from "./use-was-open.ts";

/** MUI's popover, rendered from its first opening on. */
export function Popover(props: PopoverProps) {
  return useWasOpen(props.open) && <MuiPopover {...props} />;
}
