import { Navigate, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { OpeningPage } from "./opening-page.tsx";
import { requestedLocation } from "./requested-location.ts";
import { useSession, useSessionState } from "./use-session.ts";
import { clearValidation, storedValidation } from "./validation.ts";

/** Where the provider comes back to. */
export function CallbackPage() {
  const session = useSession();
  const state = useSessionState();
  const navigate = useNavigate();
  useEffect(() => {
    const finish = async () => {
      const from = await session.complete(window.location.href);
      const { status } = session.state();
      if (status === "authenticated") {
        clearValidation();
        await navigate({ to: requestedLocation(from), replace: true });
      } else if (status === "anonymous") {
        await navigate({ to: "/login", search: from === undefined ? {} : { from }, replace: true });
      }
    };
    void finish();
  }, [session, navigate]);
  if (state.status === "offline") return <Navigate to="/offline" replace />;
  return <OpeningPage activating={state.status === "unknown" && state.ready && storedValidation() !== undefined} />;
}
