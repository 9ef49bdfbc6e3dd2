import Button from "@mui/material/Button";
import { Navigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { Logo } from "../../ui/icons/logo.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { AirlockStage } from "./airlock-stage.tsx";
import { endedText } from "./ended-text.ts";
import { OpeningPage } from "./opening-page.tsx";
import { requestedLocation } from "../../api/session/requested-location.ts";
import { storedValidation } from "../../api/session/validation.ts";
import { useSession, useSettledSession } from "../../api/session/use-session.ts";

export function LoginPage() {
  const { from } = useSearch({ from: "/login" });
  const session = useSession();
  const state = useSettledSession();
  const [leaving, setLeaving] = useState(false);
  useTitle("Sign in");
  if (state.status === "unknown") return <OpeningPage />;
  if (state.status === "offline") return <Navigate to="/offline" search={from === undefined ? {} : { from }} replace />;
  if (state.status === "undecided") return <Navigate to="/invitations" search={from === undefined ? {} : { from }} replace />;
  if (state.status === "authenticated") return <Navigate to={requestedLocation(from)} replace />;
  return (
    <AirlockStage>
      <main className="card stage-card">
        <Logo size={56} />
        <h1>Airlock</h1>
        {state.status === "anonymous" && state.ended !== undefined && (
          <output className="stage-ended">{endedText(state.ended, storedValidation()?.emailAddress)}</output>
        )}
        <p>You will be redirected to your identity provider to sign in.</p>
        <Button
          variant="contained"
          disabled={leaving}
          onClick={() => {
            setLeaving(true);
            void session.signIn(from === undefined ? {} : { from }).finally(() => setLeaving(false));
          }}
        >
          Login
        </Button>
        <p className="helper">No account yet? Ask your organisation's administrator for an invitation.</p>
      </main>
    </AirlockStage>
  );
}
