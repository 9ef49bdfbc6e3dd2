import Button from "@mui/material/Button";
import { Icon } from "../look/icon.tsx";
import { useMessages } from "../messages/use-messages.ts";

/** Says what it copies, and that it did. */
export function CopyButton({ what, text, solid = false }: { readonly what: string; readonly text: string; readonly solid?: boolean }) {
  const messages = useMessages();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    messages.success(`${what} copied to clipboard.`);
  };
  return (
    <Button variant={solid ? "contained" : "outlined"} size="small" startIcon={<Icon name="copy" size={14} />} onClick={() => void copy()}>
      Copy {what.toLowerCase()}
    </Button>
  );
}
