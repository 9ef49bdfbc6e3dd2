import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { Icon } from "./icons/icon.tsx";
import { useMessages } from "./messages/use-messages.ts";

/** Copies a text, and names it in label and message. */
export function CopyIconButton({ noun, text }: { readonly noun: string; readonly text: string }) {
  const messages = useMessages();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    messages.success(`${noun} copied to clipboard.`);
  };
  const label = `Copy ${noun.toLowerCase()}`;
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={() => void copy()}>
        <Icon name="copy" size={16} />
      </IconButton>
    </Tooltip>
  );
}
