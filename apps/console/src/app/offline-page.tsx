import Button from "@mui/material/Button";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { documentationAddress } from "../ui/documentation-address.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { StateArt } from "../ui/state-art.tsx";
import { useTitle } from "../ui/use-title.ts";
import { requestedLocation } from "../api/session/requested-location.ts";
import { useSession } from "../api/session/use-session.ts";
import { PublicPage } from "../ui/public-page.tsx";

export function OfflinePage() {
  useTitle("Airlock Offline");
  const { from } = useSearch({ from: "/offline" });
  const session = useSession();
  const navigate = useNavigate();
  const [trying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    await session.start();
    setTrying(false);
    if (session.state().status !== "offline") await navigate({ to: requestedLocation(from) });
  };
  return (
    <PublicPage>
      <StateArt icon="offline" tone="quiet" />
      <h1 className="page-heading">Airlock Offline</h1>
      <p>
        Airlock is currently offline. Deployed versions continue to decide. See the <a href={documentationAddress}>documentation</a> and{" "}
        <Link to="/news">news</Link>.
      </p>
      <div className="state-go">
        <Button variant="outlined" startIcon={<Icon name="refresh" size={16} />} disabled={trying} onClick={() => void tryAgain()}>
          Try again
        </Button>
      </div>
    </PublicPage>
  );
}
