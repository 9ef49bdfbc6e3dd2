import CircularProgress from "@mui/material/CircularProgress";
import { loadingTexts } from "./use-wizard.ts";

export function WaitText({ what }: { readonly what: keyof typeof loadingTexts }) {
  return (
    <output className="ds-wait">
      <CircularProgress size={16} aria-hidden="true" />
      {loadingTexts[what]}
    </output>
  );
}
