import { useRef, useState } from "react";

/** What a form sends, one at a time: further submits are ignored until the first is answered. */
export function useSubmission(onFailure: (error: unknown) => void) {
  const [isSending, setSending] = useState(false);
  /** As `isSending`, before React has rendered it. */
  const isLocked = useRef(false);
  const submit = async (send: () => Promise<void>) => {
    if (isLocked.current) return;
    isLocked.current = true;
    setSending(true);
    try {
      await send();
    } catch (error) {
      onFailure(error);
    } finally {
      isLocked.current = false;
      setSending(false);
    }
  };
  return { isSending, submit };
}
