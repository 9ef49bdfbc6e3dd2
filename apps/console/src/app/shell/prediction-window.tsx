import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { PredictionRoom } from "../../predictions/editor/prediction-room.tsx";
import { WindowFrame } from "./window-frame.tsx";

/** The editor of a prediction in a window of its own. */
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
