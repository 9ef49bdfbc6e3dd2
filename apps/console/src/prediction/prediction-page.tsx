import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { WindowFrame } from "../shell/window-frame.tsx";
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

/** The editor in a window of its own. */
export function PredictionWindow() {
  const from = "/signed-in/prediction/$webSafeString";
  const { webSafeString } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: "/prediction/$webSafeString" });
  return (
    <WindowFrame title="Prediction">
      <PredictionRoom
        key={webSafeString}
        webSafeString={webSafeString}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
      />
    </WindowFrame>
  );
}
