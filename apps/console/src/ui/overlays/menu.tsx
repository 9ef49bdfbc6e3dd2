import MuiMenu, { type MenuProps } from "@mui/material/Menu";
import { useWasOpen } from "./use-was-open.ts";

/** MUI's menu, rendered from its first opening on. */
export function Menu(props: MenuProps) {
  return useWasOpen(props.open) && <MuiMenu {...props} />;
}
