import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { Icon } from "../../ui/icons/icon.tsx";
import { State } from "../../ui/state.tsx";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { faultCode, faultDetails, faultText } from "./fault-code.ts";

/** Replaces only the part that failed. */
export function FaultPanel({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const messages = useMessages();
  const queries = useQueryClient();
  const text = faultText(error);
  const retry = () => {
    // Cached data may be the cause of the failure, so the queries that no component uses now are dropped from the cache.
    queries.removeQueries({ type: "inactive" });
    onRetry();
  };
  const copy = async () => {
    await navigator.clipboard.writeText(faultDetails(error, window.location.pathname));
    messages.success("Details copied to clipboard.");
  };
  return (
    <State
      icon="error"
      tone="error"
      title="Something went wrong."
      role="alert"
      actions={
        <>
          <Button variant="outlined" startIcon={<Icon name="copy" size={16} />} onClick={() => void copy()}>
            Copy details
          </Button>
          <Button variant="contained" startIcon={<Icon name="refresh" size={16} />} onClick={retry}>
            Try again
          </Button>
        </>
      }
    >
      {text !== undefined && <p>{text}</p>}
      <p>The rest of the page still works. If it happens again, send the code below to your administrator.</p>
      <p className="state-code">{faultCode(error)}</p>
    </State>
  );
}
