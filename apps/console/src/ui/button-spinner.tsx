import CircularProgress from "@mui/material/CircularProgress";

/** Replaces a button's icon while its action runs. The text of the button describes the action. */
export function ButtonSpinner({ size = 14 }: { readonly size?: number }) {
  return <CircularProgress size={size} color="inherit" aria-hidden="true" />;
}
