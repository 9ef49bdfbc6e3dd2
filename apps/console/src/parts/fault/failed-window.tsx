import { asProblem } from "../../api/api-problem.ts";
import { WindowAlone } from "../../ui/window-alone.tsx";
import { NotFoundPage } from "../not-found-page.tsx";
import { FaultPanel } from "./fault-panel.tsx";

/** Instead of a window whose resource could not be read: it does not exist, or reading it failed and can be tried again. */
export function FailedWindow({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => unknown }) {
  if (asProblem(error).status === 404) return <NotFoundPage />;
  return (
    <WindowAlone>
      <FaultPanel error={error} onRetry={() => void onRetry()} />
    </WindowAlone>
  );
}
