import Popper from "@mui/material/Popper";
import type { ComponentProps } from "react";
import { useWasOpen } from "./use-was-open.ts";

interface TooltipPopperProps extends ComponentProps<typeof Popper> {
  /** What MUI passes to its own popper. */
  readonly as: unknown;
  readonly ownerState: unknown;
}

/** Where the text of a tooltip is shown, rendered from its first opening on: a page has up to a hundred tooltips. */
export function TooltipPopper({ as: _as, ownerState: _ownerState, ...popper }: TooltipPopperProps) {
  return useWasOpen(popper.open) && <Popper {...popper} sx={{ zIndex: "tooltip", pointerEvents: "none" }} />;
}
