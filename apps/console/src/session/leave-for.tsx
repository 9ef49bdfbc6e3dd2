import { useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { OpeningPage } from "./opening-page.tsx";

/** Goes elsewhere once, keeping the location that was asked for. (Navigate would run again as the location changes under it.) */
export function LeaveFor({ to }: { readonly to: "/login" | "/offline" }) {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(() => {
    void navigate({ to, search: { from: router.state.location.href }, replace: true });
  }, [navigate, router, to]);
  return <OpeningPage />;
}
