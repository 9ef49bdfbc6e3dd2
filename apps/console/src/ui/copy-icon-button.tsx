import { useMessages } from "./messages/use-messages.ts";
import { IconAction } from "./icon-action.tsx";

/** Copies a text, and names it in label and message. */
export function CopyIconButton({ noun, text }: { readonly noun: string; readonly text: string }) {
  const messages = useMessages();
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    messages.success(`${noun} copied to clipboard.`);
  };
  const label = `Copy ${noun.toLowerCase()}`;
  return <IconAction icon="copy" iconSize={16} label={label} size="small" onClick={() => void copy()} />;
}
