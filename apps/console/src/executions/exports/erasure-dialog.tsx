import type { ErasurePreviewFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { loadOptions } from "../../api/load-options.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { delayText, deletionText } from "../../parts/deletion/deletion-text.ts";
import { useSubmission } from "../../parts/forms/use-submission.ts";
import { useRecords } from "../../parts/list-page/editing/use-records.ts";
import { DialogFrame } from "../../ui/dialogs/dialog-frame.tsx";
import { counted } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { ErasureForm, emptyForm, erasureBody, type ErasureFormState } from "./erasure-form.tsx";
import { ErasureRow, type Erasure } from "./erasure-row.tsx";
import "./exports-dialog.css";

const busyMillis = 1_000;
/** One that waits for its delay changes by itself when it begins. */
const isUnderWay = ({ _embedded: { status, beginsDate } }: Erasure) =>
  status === "running" || (status === "waiting" && Date.parse(beginsDate) <= Date.now() + busyMillis);
const waitingMillis = 10_000;

/** Erases the decisions about one person, found by an input value. The number of executions is shown before it can be started. */
export function ErasureDialog({ href, onClose }: { readonly href: string; readonly onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const profile = useProfile();
  const { doing } = useRecords(["executions"]);
  const [form, setForm] = useState(emptyForm);
  const { isSending, submit } = useSubmission(() => undefined);
  const [lastCount, setLastCount] = useState<{ readonly of: ErasureFormState; readonly preview: ErasurePreviewFields }>();
  // A response may arrive when the form is another one, of which nothing was counted.
  const preview = lastCount?.of === form ? lastCount.preview : undefined;
  const list = useQuery({
    queryKey: ["erasures", href],
    queryFn: (context) => client.all("erasures.list", href, loadOptions(context)),
    refetchInterval: ({ state }) => {
      const items = state.data?.items ?? [];
      if (items.some(isUnderWay)) return busyMillis;
      return items.some(({ _embedded }) => _embedded.status === "waiting") ? waitingMillis : false;
    },
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ["erasures", href] });
  const body = erasureBody(form);
  const count = () =>
    doing(async () => {
      if (body === undefined) return;
      const to = linkFor(profile, "erasurePreview", "POST") ?? "";
      setLastCount({ of: form, preview: (await client.post("erasures.preview", to, { body }))._embedded });
    });
  const erase = async () => {
    await doing(async () => {
      if (body === undefined) return;
      await client.post("erasures.create", href, { body });
      setForm({ ...form, value: "" });
      await refresh();
    });
  };
  const cancel = (to: string) =>
    doing(async () => {
      await client.put("erasure.cancel", to);
    }).finally(() => void refresh());
  return (
    <DialogFrame
      open
      onClose={onClose}
      width={560}
      title="Erase a person's executions"
      subtitle="Every execution whose application field has this value loses its input and results. Counts do not change."
      actions={
        <>
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
          {preview === undefined ? (
            <Button variant="contained" disabled={body === undefined} onClick={() => void count()}>
              Count executions
            </Button>
          ) : (
            <Button variant="contained" color="error" disabled={isSending} onClick={() => void submit(erase)}>
              {preview.executions === 0 ? "Erase" : `Erase ${deletionText(preview)}`}
            </Button>
          )}
        </>
      }
    >
      <ErasureForm form={form} onChange={setForm} />
      {preview !== undefined && <output className="notice warning erase-preview">{previewText(preview)}</output>}
      <p className="erase-warning">
        <Icon name="info" size={16} />
        <span>
          The value itself is not stored. Later executions with this value also lose their input and results, within a minute of their
          arrival. Files that were exported before are listed below and are not changed.
        </span>
      </p>
      {(list.data?.items.length ?? 0) > 0 && (
        <ul className="erasures" aria-label="Erasures">
          {list.data?.items.map((one) => (
            <ErasureRow key={one._embedded.webSafeString} erasure={one} onCancel={(to) => void cancel(to)} />
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}

function previewText(preview: ErasurePreviewFields): string {
  const { executions, counted: how, solutions, delaySeconds } = preview;
  const when =
    delaySeconds === 0
      ? "It begins at once and cannot be undone."
      : `It begins in ${delayText(delaySeconds)}. Until then you can cancel it.`;
  if (executions === 0 && how === "exactly") return `No execution has this value now. Later ones would be erased. ${when}`;
  const where = executions === 0 ? "" : ` of ${counted(solutions, "solution")}`;
  return `This erases ${deletionText(preview)}${where}. ${when}`;
}
