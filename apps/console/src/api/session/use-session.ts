import { useContext, useEffect, useState, useSyncExternalStore, createContext } from "react";
import type { Client } from "../client.ts";
import type { Profile, Session, SessionState } from "./session.ts";

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("There is no session around this component.");
  return session;
}

export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.state);
}

export function useClient(): Client {
  return useSession().client;
}

/** For screens inside the private area, where there always is one. */
export function useProfile(): Profile {
  const state = useSessionState();
  if (state.status !== "authenticated") throw new Error("No user is signed in.");
  return state.profile;
}

/** The session state after this mount has started the session, so that pages do not decide by an outdated state. */
export function useSettledSession(): SessionState {
  const session = useSession();
  const state = useSessionState();
  const [settled, setSettled] = useState(["authenticated", "anonymous", "undecided"].includes(state.status));
  useEffect(() => {
    let mounted = true;
    void session.start().finally(() => {
      if (mounted) setSettled(true);
    });
    return () => {
      mounted = false;
    };
  }, [session]);
  return settled ? state : { status: "unknown", ready: false };
}
