import Button from "@mui/material/Button";
import { Icon } from "./icons/icon.tsx";
import { useMessages } from "./messages/use-messages.ts";

interface CopyButtonProps {
  readonly what: string;
  readonly text: string;
  readonly solid?: boolean;
  readonly onCopied?: () => void;
}

/** Shows what it copies, and confirms it. */
export function CopyButton({ what, text, solid = false, onCopied }: CopyButtonProps) {
  const messages = useMessages();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    messages.success(`${what} copied to clipboard.`);
    onCopied?.();
  };
  return (
    <Button variant={solid ? "contained" : "outlined"} size="small" startIcon={<Icon name="copy" size={14} />} onClick={() => void copy()}>
      Copy {what.toLowerCase()}
    </Button>
  );
}
