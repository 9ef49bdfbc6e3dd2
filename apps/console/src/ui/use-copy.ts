import { useMessages } from "./messages/use-messages.ts";

/** Copies a text to the clipboard and confirms it, or says that the browser refused. Returns whether it was copied. */
export function useCopy(): (text: string, message: string, description?: string) => Promise<boolean> {
  const messages = useMessages();
  return async (text, message, description) => {
    try {
      await navigator.clipboard.writeText(text);
      messages.say("success", message, description);
      return true;
    } catch {
      messages.say("error", "Oops", "No access to the clipboard allowed");
      return false;
    }
  };
}
