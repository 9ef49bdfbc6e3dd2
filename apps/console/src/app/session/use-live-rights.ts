import { useEffect } from "react";
import { useSession, useSessionState } from "../../api/session/use-session.ts";

const everyMillis = 5000;

/** While the window is visible, it notices changed permissions within seconds. */
export function useLiveRights(): void {
  const session = useSession();
  const signedIn = useSessionState().status === "authenticated";
  useEffect(() => {
    if (!signedIn) return undefined;
    const look = () => {
      if (document.visibilityState === "visible") void session.reread();
    };
    const timer = setInterval(look, everyMillis);
    window.addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("focus", look);
      document.removeEventListener("visibilitychange", look);
    };
  }, [session, signedIn]);
}
