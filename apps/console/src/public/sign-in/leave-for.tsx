import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { OpeningPage } from "./opening-page.tsx";

/** Goes elsewhere, keeping the location that was asked for: the one this was drawn at, because it changes as soon as we go. */
export function LeaveFor({ to }: { readonly to: "/login" | "/offline" | "/invitations" }) {
  const navigate = useNavigate();
  const router = useRouter();
  const [from] = useState(() => router.state.location.href);
  useEffect(() => {
    void navigate({ to, search: { from }, replace: true });
  }, [navigate, to, from]);
  return <OpeningPage />;
}
