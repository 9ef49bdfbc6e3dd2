import type { ErasureFields, List, Resource } from "@airlock/contract";
import Button from "@mui/material/Button";
import LinearProgress from "@mui/material/LinearProgress";
import TextField from "@mui/material/TextField";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { shortDate } from "../format/dates.ts";
import { counted } from "../format/numbers.ts";
import { DialogFrame } from "../look/dialog-frame.tsx";
import { Icon } from "../look/icon.tsx";
import { useClient } from "../session/use-session.ts";
import { useRecords } from "../table/use-records.ts";
import "./exports-dialog.css";

type Erasure = Resource<ErasureFields>;
const busyMillis = 1_000;
const isUnderWay = ({ _embedded: { status } }: Erasure) => status === "waiting" || status === "running";

/** Erases what was decided about a person, found by a value that came in. There is no way back, so it is asked for twice. */
export function ErasureDialog({ href, onClose }: { readonly href: string; readonly onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const { doing } = useRecords(["executions"]);
  const [field, setField] = useState("");
  const [value, setValue] = useState("");
  const [again, setAgain] = useState("");
  const list = useQuery({
    queryKey: ["erasures", href],
    queryFn: ({ signal }) => client.request<List<ErasureFields>>("GET", `${href}?limit=20`, { signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnderWay) === true ? busyMillis : false),
  });
  const isComplete = field.trim() !== "" && value !== "" && again === value;
  const erase = () =>
    doing(async () => {
      await client.request("POST", href, { body: { field: field.trim(), value } });
      setValue("");
      setAgain("");
      await queries.invalidateQueries({ queryKey: ["erasures", href] });
    });
  return (
    <DialogFrame
      open
      onClose={onClose}
      width={560}
      title="Erase a person's executions"
      subtitle="Every execution whose application field had this value loses what came in and what was worked out. Counts stay as they are."
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
          <Button variant="contained" color="error" disabled={!isComplete} onClick={() => void erase()}>
            Erase for good
          </Button>
        </>
      }
    >
      <div className="erase-fields">
        <TextField
          label="Application field"
          value={field}
          placeholder="applicant_id"
          onChange={(event) => setField(event.target.value)}
          slotProps={{ htmlInput: { className: "mono", maxLength: 200, spellCheck: false }, inputLabel: { shrink: true } }}
        />
        <TextField
          label="Value"
          value={value}
          autoComplete="off"
          onChange={(event) => setValue(event.target.value)}
          slotProps={{ htmlInput: { className: "mono", maxLength: 1000, spellCheck: false }, inputLabel: { shrink: true } }}
        />
        <TextField
          label="Value, once more"
          value={again}
          autoComplete="off"
          error={again !== "" && again !== value}
          helperText={again !== "" && again !== value ? "This is not the same value." : "There is no way back."}
          onChange={(event) => setAgain(event.target.value)}
          slotProps={{ htmlInput: { className: "mono", maxLength: 1000, spellCheck: false }, inputLabel: { shrink: true } }}
        />
        <p className="erase-warning">
          <Icon name="info" size={16} />
          The value is not kept: what arrives later is recognised by a hash of it. Files that were exported before are named below and stay
          as they are.
        </p>
      </div>
      {(list.data?.items.length ?? 0) > 0 && (
        <ul className="erasures" aria-label="Erasures">
          {list.data?.items.map((one) => (
            <ErasureRow key={one._embedded.webSafeString} one={one} />
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}

function ErasureRow({ one }: { readonly one: Erasure }) {
  const { field, createdDate, erased, versions, versionsDone, exports, message } = one._embedded;
  const files = exports.map(({ name }) => name).join(", ");
  return (
    <li>
      <span>
        By <b className="mono">{field}</b> on {shortDate(createdDate)}: {counted(erased, "execution")} erased
      </span>
      {isUnderWay(one) && (
        <LinearProgress
          variant="determinate"
          aria-label={`Progress of the erasure by ${field}`}
          value={versions === 0 ? 0 : (versionsDone / versions) * 100}
        />
      )}
      {message !== "" && <small>{message}</small>}
      {files !== "" && <small>Made before and not changed: {files}</small>}
    </li>
  );
}
