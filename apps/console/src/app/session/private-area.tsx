import { Outlet } from "@tanstack/react-router";
import { LeaveFor } from "../../public/sign-in/leave-for.tsx";
import { OpeningPage } from "../../public/sign-in/opening-page.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { useLiveRights } from "./use-live-rights.ts";
import { useSettledSession } from "../../api/session/use-session.ts";

/** The guard: only those who are signed in pass, and whoever does not comes back here after signing in. */
export function PrivateArea() {
  const state = useSettledSession();
  useLiveRights();
  if (state.status === "unknown") return <OpeningPage />;
  if (state.status === "offline") return <LeaveFor to="/offline" />;
  if (state.status === "undecided") return <LeaveFor to="/invitations" />;
  if (state.status === "anonymous") return <LeaveFor to="/login" />;
  return (
    <>
      <OfflineNotice />
      <Outlet />
    </>
  );
}
