import { useMessages } from "./messages/use-messages.ts";

/** Copies a text to the clipboard and confirms it, or says that the browser refused. */
export function useCopy(): (text: string, confirmation: string) => Promise<void> {
  const messages = useMessages();
  return async (text, confirmation) => {
    try {
      await navigator.clipboard.writeText(text);
      messages.say("success", "Copied", confirmation);
    } catch {
      messages.say("error", "Oops", "No access to the clipboard allowed");
    }
  };
}
