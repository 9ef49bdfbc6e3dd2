import { Outlet } from "@tanstack/react-router";
import { LeaveFor } from "../../public/sign-in/leave-for.tsx";
import { OpeningPage } from "../../public/sign-in/opening-page.tsx";
import { OfflineNotice } from "./offline-notice.tsx";
import { useLiveRights } from "./use-live-rights.ts";
import { useSettledSession } from "../../api/session/use-session.ts";

/** The guard of the private routes: lets signed-in users pass. Others return to the requested location after signing in. */
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
