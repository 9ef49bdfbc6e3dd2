import { IconAction } from "./icon-action.tsx";
import { useCopy } from "./use-copy.ts";

/** Copies a text, and names it in label and message. */
export function CopyIconButton({ noun, text }: { readonly noun: string; readonly text: string }) {
  const copy = useCopy();
  const label = `Copy ${noun.toLowerCase()}`;
  return (
    <IconAction icon="copy" iconSize={16} label={label} size="small" onClick={() => void copy(text, `${noun} copied to clipboard.`)} />
  );
}
