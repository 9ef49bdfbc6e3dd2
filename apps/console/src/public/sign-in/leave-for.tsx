import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { OpeningPage } from "./opening-page.tsx";

/**
 * Redirects and keeps the requested location. It is read at the first render, because the router's location changes as soon as the navigation starts.
 */
export function LeaveFor({ to }: { readonly to: "/login" | "/offline" | "/invitations" }) {
  const navigate = useNavigate();
  const router = useRouter();
  const [from] = useState(() => router.state.location.href);
  useEffect(() => {
    void navigate({ to, search: { from }, replace: true });
  }, [navigate, to, from]);
  return <OpeningPage />;
}
