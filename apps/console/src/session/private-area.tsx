import { Outlet } from "@tanstack/react-router";
import { LeaveFor } from "./leave-for.tsx";
import { OpeningPage } from "./opening-page.tsx";
import { useLiveRights } from "./use-live-rights.ts";
import { useSettledSession } from "./use-session.ts";

/** The guard: only those who are signed in pass, and whoever does not comes back here after signing in. */
export function PrivateArea() {
  const state = useSettledSession();
  useLiveRights();
  if (state.status === "unknown") return <OpeningPage />;
  if (state.status === "offline") return <LeaveFor to="/offline" />;
  if (state.status === "anonymous") return <LeaveFor to="/login" />;
  return <Outlet />;
}
