import { Navigate, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { OpeningPage } from "./opening-page.tsx";
import { requestedLocation } from "../../api/session/requested-location.ts";
import { useSession, useSessionState } from "../../api/session/use-session.ts";
import { clearValidation, storedValidation } from "../../api/session/validation.ts";

/** The page that the provider redirects to. */
export function CallbackPage() {
  const session = useSession();
  const state = useSessionState();
  const navigate = useNavigate();
  useEffect(() => {
    const finish = async () => {
      const from = await session.complete(window.location.href);
      const { status } = session.state();
      const search = from === undefined ? {} : { from };
      if (status === "authenticated") {
        clearValidation();
        // Members of an organisation are shown their other open invitations. If these cannot be loaded, the page is skipped.
        const open = await session.memberships().then(
          ({ _embedded }) => _embedded.invitations.length,
          () => 0,
        );
        if (open > 0) await navigate({ to: "/invitations", search, replace: true });
        else await navigate({ to: requestedLocation(from), replace: true });
      } else if (status === "undecided") {
        await navigate({ to: "/invitations", search, replace: true });
      } else if (status === "anonymous") {
        await navigate({ to: "/login", search, replace: true });
      }
    };
    void finish();
  }, [session, navigate]);
  if (state.status === "offline") return <Navigate to="/offline" replace />;
  return <OpeningPage activating={state.status === "unknown" && state.ready && storedValidation() !== undefined} />;
}
