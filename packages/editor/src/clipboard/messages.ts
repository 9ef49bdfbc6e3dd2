/** The messages about copying and pasting, verbatim. */
export interface ClipboardMessage {
  readonly level: "success" | "info" | "error";
  readonly title?: string;
  readonly text: string;
}

export const messages = {
  copied: { level: "success", text: "Selection copied to clipboard." },
  nothingToPaste: { level: "info", text: "No solution content to be pasted" },
  denied: { level: "error", text: "No access to the clipboard allowed" },
  unableToPaste: (reason: string): ClipboardMessage => ({ level: "error", title: "Oops", text: `Unable to paste: ${reason}` }),
} as const satisfies Record<string, ClipboardMessage | ((reason: string) => ClipboardMessage)>;

/** The message when the browser's clipboard throws: mostly permission was denied. */
export function clipboardFailure(error: unknown): ClipboardMessage {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return messages.denied;
  return messages.unableToPaste(error instanceof Error && error.message !== "" ? error.message : "the clipboard did not respond.");
}
