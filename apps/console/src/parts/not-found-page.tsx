import Button from "@mui/material/Button";
import { Link } from "@tanstack/react-router";
import { useSessionState } from "../api/session/use-session.ts";
import { PublicPage } from "../ui/public-page.tsx";
import { State } from "../ui/state.tsx";
import { useTitle } from "../ui/use-title.ts";

const title = "We can't find what you're after";

/** The one page of unknown addresses and of things that do not exist or belong to others. */
export function NotFoundPage() {
  const isSignedIn = useSessionState().status === "authenticated";
  useTitle("Not found");
  return (
    <PublicPage>
      <h1 className="page-heading">{title}</h1>
      <p>{isSignedIn ? signedInText : "The page may have moved, or you may need to sign in to see it."}</p>
      <div className="state-go">{isSignedIn ? <ToDashboard /> : <ToLogin />}</div>
    </PublicPage>
  );
}

/** The same inside the shell, where the menu stays at hand. */
export function NotFoundInShell() {
  useTitle("Not found");
  return (
    <section className="card">
      <State icon="search" tone="quiet" title={title} actions={<ToDashboard />}>
        <p>{signedInText}</p>
      </State>
    </section>
  );
}

const signedInText = "It may have been moved or deleted, or belong to another organisation.";

function ToDashboard() {
  return (
    <Button variant="contained" component={Link} to="/admin">
      Open dashboard
    </Button>
  );
}

function ToLogin() {
  return (
    <Button variant="contained" component={Link} to="/login">
      Log In
    </Button>
  );
}
