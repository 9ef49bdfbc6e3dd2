import Button from "@mui/material/Button";
import { Link, Navigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { NETWORK } from "../../api/api-problem.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { Logo } from "../../ui/icons/logo.tsx";
import { shortDate } from "../../ui/format/dates.ts";
import { StateArt } from "../../ui/state-art.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { AirlockStage } from "../sign-in/airlock-stage.tsx";
import { OpeningPage } from "../sign-in/opening-page.tsx";
import { useSession } from "../../api/session/use-session.ts";
import { storedValidation } from "../../api/session/validation.ts";
import { validateKey } from "./validate-key.ts";
import type { Validated } from "./validate-key.ts";
import "./confirm-page.css";

/** Activation: stores the key, logs out the current user, validates the key with the API, then forwards the user to the identity provider. */
export function ConfirmPage() {
  useTitle("Activate your account");
  const session = useSession();
  const { key: given } = useParams({ strict: false });
  const key = given ?? storedValidation()?.key;
  const [attempt, setAttempt] = useState(0);
  const [validated, setValidated] = useState<Validated>();
  useEffect(() => {
    if (key === undefined) return;
    let mounted = true;
    const ask = async () => {
      const result = await validateKey(session, key, attempt);
      if (mounted) setValidated(result);
    };
    void ask();
    return () => {
      mounted = false;
    };
  }, [session, key, attempt]);

  if (key === undefined) return <Navigate to="/login" replace />;
  if (validated === undefined) return <OpeningPage />;
  if (validated.status === "confirmed") {
    return (
      <AirlockStage>
        <main className="card stage-card">
          <Logo size={56} />
          <h1>Your account is activated</h1>
          <p>This invitation was already accepted. Sign in to continue.</p>
          <Button variant="contained" component={Link} to="/login">
            Log In
          </Button>
        </main>
      </AirlockStage>
    );
  }
  if (validated.status === "failed") {
    return (
      <AirlockStage shut>
        <main className="card stage-card confirm-oops">
          <StateArt icon="error" tone="error" />
          <div role="alert">
            <h1>Oops</h1>
            {validated.newer !== undefined && (
              <p>
                <strong>This link was replaced by a newer one. Look for the mail of {shortDate(validated.newer)}.</strong>
              </p>
            )}
            <p>
              Unfortunately we weren't able to activate your account. Please contact your organisation's administrator for the product who
              can help you further.
            </p>
          </div>
          {validated.code === NETWORK ? (
            <Button
              variant="outlined"
              onClick={() => {
                setValidated(undefined);
                setAttempt(attempt + 1);
              }}
            >
              Try again
            </Button>
          ) : (
            <Button variant="outlined" component={Link} to="/login">
              Log In
            </Button>
          )}
          <span className="confirm-code">{validated.code}</span>
        </main>
      </AirlockStage>
    );
  }
  const { emailAddress: hint, organisationName } = validated;
  return (
    <AirlockStage>
      <main className="card stage-card">
        <Logo size={56} />
        <output className="chip success confirm-valid">
          <Icon name="check" size={12} />
          Invitation validated
        </output>
        <h1>Welcome to Airlock</h1>
        {organisationName !== "" && (
          <p className="confirm-inviter">
            Join <strong>{organisationName}</strong>.
          </p>
        )}
        <p>One step is left: sign in once with your identity provider.</p>
        <div className="confirm-who">
          <span className="avatar quiet" aria-hidden="true">
            <Icon name="mail" size={16} />
          </span>
          <span className="confirm-address">{hint}</span>
        </div>
        <Button
          variant="contained"
          endIcon={<Icon name="forward" size={16} />}
          // Forces a new sign-in, because the provider may still have the session of a previous user of this browser.
          onClick={() => void session.signIn({ again: true, hint })}
        >
          Continue to {session.config?.providerName ?? "your identity provider"}
        </Button>
        <p className="helper">You return to Airlock afterwards.</p>
      </main>
    </AirlockStage>
  );
}
