import Button from "@mui/material/Button";
import { Icon } from "./icons/icon.tsx";
import { useCopy } from "./use-copy.ts";

interface CopyButtonProps {
  readonly noun: string;
  readonly text: string;
  readonly solid?: boolean;
  readonly onCopied?: () => void;
}

/** Copies a text. Its label and the confirmation name what is copied. */
export function CopyButton({ noun, text, solid = false, onCopied }: CopyButtonProps) {
  const copy = useCopy();
  const copyText = async () => {
    if (await copy(text, `${noun} copied to clipboard.`)) onCopied?.();
  };
  return (
    <Button
      variant={solid ? "contained" : "outlined"}
      size="small"
      startIcon={<Icon name="copy" size={14} />}
      onClick={() => void copyText()}
    >
      {`Copy ${noun.toLowerCase()}`}
    </Button>
  );
}
