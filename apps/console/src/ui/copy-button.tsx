import Button from "@mui/material/Button";
import { Icon } from "./icons/icon.tsx";
import { useMessages } from "./messages/use-messages.ts";

interface CopyButtonProps {
  readonly noun: string;
  readonly text: string;
  readonly solid?: boolean;
  readonly onCopied?: () => void;
}

/** Shows noun it copies, and confirms it. */
export function CopyButton({ noun, text, solid = false, onCopied }: CopyButtonProps) {
  const messages = useMessages();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    messages.success(`${noun} copied to clipboard.`);
    onCopied?.();
  };
  return (
    <Button variant={solid ? "contained" : "outlined"} size="small" startIcon={<Icon name="copy" size={14} />} onClick={() => void copy()}>
      {`Copy ${noun.toLowerCase()}`}
    </Button>
  );
}
