import type { InvitationFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useQueryClient } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { shortDate } from "../../ui/format/dates.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Logo } from "../../ui/icons/logo.tsx";
import { useTitle } from "../../ui/use-title.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { AirlockStage } from "../sign-in/airlock-stage.tsx";
import { LeaveFor } from "../sign-in/leave-for.tsx";
import { OpeningPage } from "../sign-in/opening-page.tsx";
import { requestedLocation } from "../../api/session/requested-location.ts";
import { membershipsKey, useMemberships } from "../../api/session/use-memberships.ts";
import { useSession, useSettledSession } from "../../api/session/use-session.ts";
import { OrganisationTile } from "../../ui/organisation-tile.tsx";
import "./invitations-page.css";

/** Lets the user accept or decline each open invitation. Reached when signing in, and from the account menu. */
export function InvitationsPage() {
  useTitle("Invitations");
  const state = useSettledSession();
  if (state.status === "unknown") return <OpeningPage />;
  if (state.status === "offline") return <LeaveFor to="/offline" />;
  if (state.status === "anonymous") return <Navigate to="/login" replace />;
  return <Invitations isMember={state.status === "authenticated"} />;
}

function Invitations({ isMember }: { readonly isMember: boolean }) {
  const session = useSession();
  const messages = useMessages();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { from } = useSearch({ from: "/invitations" });
  const { data, error, refetch } = useMemberships();
  const [busy, setBusy] = useState(false);
  const [declining, setDeclining] = useState<InvitationFields>();

  const answer = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (problem) {
      tellProblem(messages, problem);
      await queries.invalidateQueries({ queryKey: membershipsKey });
    } finally {
      setBusy(false);
    }
  };
  const accept = ({ webSafeString }: InvitationFields) =>
    answer(async () => {
      await session.acceptInvitation(webSafeString);
      // A new document: nothing that was read in another organisation is left.
      window.location.assign(requestedLocation(from));
    });
  const decline = ({ webSafeString }: InvitationFields) =>
    answer(async () => {
      setDeclining(undefined);
      await session.declineInvitation(webSafeString);
      await queries.invalidateQueries({ queryKey: membershipsKey });
    });

  if (data === undefined && error === null) return <OpeningPage />;
  const invitations = data?._embedded.invitations ?? [];
  return (
    <AirlockStage>
      <main className="card stage-card invitations">
        <Logo size={56} />
        <h1>{invitations.length === 0 ? "No open invitations" : "You are invited"}</h1>
        {error !== null && data === undefined ? (
          <FaultPanel error={error} onRetry={() => void refetch()} />
        ) : (
          <p>{explanation(invitations.length, isMember)}</p>
        )}
        {invitations.length > 0 && (
          <ul className="invitation-list" aria-label="Invitations">
            {invitations.map((invitation) => (
              <li key={invitation.webSafeString} className="invitation">
                <OrganisationTile name={invitation.organisationName} />
                <div className="invitation-from">
                  <div className="strong">{invitation.organisationName}</div>
                  <div className="faint">{origin(invitation)}</div>
                </div>
                <div className="invitation-answers">
                  <Button
                    variant="text"
                    color="inherit"
                    disabled={busy}
                    aria-label={`Decline ${invitation.organisationName}`}
                    onClick={() => setDeclining(invitation)}
                  >
                    Decline
                  </Button>
                  <Button
                    variant="outlined"
                    disabled={busy}
                    aria-label={`Accept ${invitation.organisationName}`}
                    onClick={() => void accept(invitation)}
                  >
                    Accept
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
        <div className="invitations-foot">
          {isMember ? (
            <Button variant="text" onClick={() => void navigate({ to: requestedLocation(from) })}>
              {invitations.length === 0 ? "Continue" : "Decide later"}
            </Button>
          ) : (
            <Button variant="text" onClick={() => void session.logOut()}>
              Logout
            </Button>
          )}
        </div>
      </main>
      <ConfirmDialog
        open={declining !== undefined}
        title="Decline invitation?"
        verb="Decline"
        onCancel={() => setDeclining(undefined)}
        onConfirm={() => declining !== undefined && void decline(declining)}
      >
        <p>{declining?.organisationName} has to invite you again before you can join it.</p>
      </ConfirmDialog>
    </AirlockStage>
  );
}

function explanation(count: number, isMember: boolean): string {
  if (count === 0) return isMember ? "You have answered every invitation." : "Ask your organisation's administrator for an invitation.";
  if (isMember) return "Accepting adds an organisation to yours. You switch between them in the account menu.";
  return "Accept only invitations of organisations that you know. You can belong to several and switch between them.";
}

function origin({ invitedBy, invitedDate }: InvitationFields): string {
  return invitedBy === "" ? `Invited ${shortDate(invitedDate)}` : `Invited by ${invitedBy}, ${shortDate(invitedDate)}`;
}
