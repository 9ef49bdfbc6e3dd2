import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { PredictionRoom } from "./prediction-room.tsx";

/** The editor inside the shell. */
export function PredictionPage() {
  const from = "/signed-in/admin/predictions/configs/$webSafeString";
  const { webSafeString } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: "/admin/predictions/configs/$webSafeString" });
  return (
    <PredictionRoom
      key={webSafeString}
      webSafeString={webSafeString}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    />
  );
}
