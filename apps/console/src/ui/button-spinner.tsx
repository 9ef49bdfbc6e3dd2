import CircularProgress from "@mui/material/CircularProgress";

/** Turns in the place of a button's icon while its action runs. The button's own text says what is going on. */
export function ButtonSpinner({ size = 14 }: { readonly size?: number }) {
  return <CircularProgress size={size} color="inherit" aria-hidden="true" />;
}
