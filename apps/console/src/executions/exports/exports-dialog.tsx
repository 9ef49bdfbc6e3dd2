import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { exactDate, shortDate } from "../../ui/format/dates.ts";
import { counted, number } from "../../ui/format/numbers.ts";
import { sizeText } from "../../ui/format/size-text.ts";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { filterText } from "./filter-text.ts";
import { isUnderWay, useExports, type Export } from "./use-exports.ts";
import { IconAction } from "../../ui/icon-action.tsx";
import "./exports-dialog.css";

interface ExportsDialogProps {
  /** What the list shows now. */
  readonly filters: Readonly<Record<string, string | undefined>>;
  /** 'More than 1,000 executions' */
  readonly found: string;
  readonly onClose: () => void;
}

/** Files of executions: a new one of what the list shows, and those that are there. */
export function ExportsDialog({ filters, found, onClose }: ExportsDialogProps) {
  const { list, begin, remove, download } = useExports();
  const items = list.data?.items ?? [];
  return (
    <DialogFrame
      open
      onClose={onClose}
      width={680}
      title="Export executions"
      subtitle="Files are made in the background and kept for seven days. Everyone who sees executions sees them."
    >
      <div className="export-new">
        <p>{found}, as the list is filtered now</p>
        <Button variant="contained" startIcon={<Icon name="file" size={16} />} onClick={() => void begin("csv", filters)}>
          Export CSV
        </Button>
        <Button variant="outlined" startIcon={<Icon name="table" size={16} />} onClick={() => void begin("parquet", filters)}>
          Export Parquet
        </Button>
      </div>
      {list.error && list.data === undefined ? (
        <FaultPanel error={list.error} onRetry={() => void list.refetch()} />
      ) : items.length === 0 ? (
        <p className="export-none muted">{list.data === undefined ? "Loading files..." : "No file yet."}</p>
      ) : (
        <ul className="exports" aria-label="Exports">
          {items.map((one) => (
            <ExportRow
              key={one._embedded.webSafeString}
              one={one}
              onDownload={() => void download(one)}
              onRemove={() => void remove(one)}
            />
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}

function ExportRow({
  one,
  onDownload,
  onRemove,
}: {
  readonly one: Export;
  readonly onDownload: () => void;
  readonly onRemove: () => void;
}) {
  const { name, format, created, filters } = one._embedded;
  const removal = isUnderWay(one) ? `Cancel ${name}` : `Remove ${name}`;
  return (
    <li>
      <Icon name={format === "csv" ? "file" : "table"} size={18} />
      <div className="grow">
        <b className="clip">{name}</b>
        <small title={exactDate(created)}>{statusText(one)}</small>
        <small className="clip">{filterText(filters)}</small>
        {isUnderWay(one) && <Progress one={one} />}
      </div>
      {one._links["file"] !== undefined && (
        <Button size="small" startIcon={<Icon name="download" size={16} />} aria-label={`Download ${name}`} onClick={onDownload}>
          Download
        </Button>
      )}
      <IconAction
        icon={isUnderWay(one) ? "x" : "trash"}
        iconSize={16}
        label={removal}
        hint={isUnderWay(one) ? "Cancel" : "Remove"}
        size="small"
        onClick={onRemove}
      />
    </li>
  );
}

function Progress({ one }: { readonly one: Export }) {
  const { name, rows, totalRows } = one._embedded;
  const label = `Progress of ${name}`;
  if (totalRows === null || totalRows === 0) return <LinearProgress aria-label={label} />;
  return <LinearProgress variant="determinate" aria-label={label} value={Math.min(100, (rows / totalRows) * 100)} />;
}

/** '200,001 executions, 61.2 MB, until 22 Nov', or how far it is, or why there is none. */
function statusText({ _embedded: { status, rows, totalRows, bytes, expires, message } }: Export): string {
  if (status === "waiting") return "Waiting";
  if (status === "running") return totalRows === null ? "Counting" : `${number(rows)} of ${counted(totalRows, "execution")}`;
  if (status === "cancelled") return "Cancelled";
  if (status === "failed") return message;
  return `${counted(totalRows ?? 0, "execution")}, ${sizeText(bytes ?? 0)}, until ${shortDate(expires)}`;
}
