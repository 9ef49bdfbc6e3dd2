import type { ErasureFields, Resource } from "@airlock/contract";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { linkFor } from "../../api/session/permissions.ts";
import { shortDate } from "../../ui/format/dates.ts";
import { counted } from "../../ui/format/numbers.ts";

export type Erasure = Resource<ErasureFields>;

interface ErasureRowProps {
  readonly erasure: Erasure;
  readonly onCancel: (href: string) => void;
}

/** One erasure of the list: when it begins, how far it is, or how it ended. */
export function ErasureRow({ erasure, onCancel }: ErasureRowProps) {
  const { field, status, erased, versions, versionsDone, exports, message } = erasure._embedded;
  const files = exports.map(({ name }) => name).join(", ");
  const cancel = linkFor(erasure, "cancel", "PUT");
  return (
    <li>
      <span className="row">
        <span className="grow">
          By <b className="mono">{field}</b>: {stateText(erasure._embedded)}
        </span>
        {cancel !== undefined && (
          <Button size="small" aria-label={`Cancel the erasure by ${field}`} onClick={() => onCancel(cancel)}>
            Cancel
          </Button>
        )}
      </span>
      {status === "running" && (
        <LinearProgress
          variant="determinate"
          aria-label={`Progress of the erasure by ${field}`}
          value={versions === 0 ? 0 : (versionsDone / versions) * 100}
        />
      )}
      {message !== "" && <small>{message}</small>}
      {files !== "" && erased > 0 && <small>Exported before and not changed: {files}</small>}
    </li>
  );
}

function stateText({ status, beginsDate, cancelledDate, createdDate, erased }: ErasureFields): string {
  if (status === "waiting") return `Begins at ${shortDate(beginsDate)}`;
  if (status === "cancelled") return `Cancelled at ${shortDate(cancelledDate)}`;
  return `${counted(erased, "execution")} erased, requested at ${shortDate(createdDate)}`;
}
