import MuiDialog, { type DialogProps } from "@mui/material/Dialog";
import { useWasOpen } from "./use-was-open.ts";

/** MUI's dialog, rendered from its first opening on. */
export function Dialog(props: DialogProps) {
  return useWasOpen(props.open) && <MuiDialog {...props} />;
}
