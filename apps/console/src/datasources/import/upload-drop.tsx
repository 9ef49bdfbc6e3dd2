import LinearProgress from "@mui/material/LinearProgress";
import { useId, useRef, useState } from "react";
import type { DragEvent } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { sizeText } from "../../ui/format/size-text.ts";
import { uploadFile } from "./upload-file.ts";
import { IconAction } from "../../ui/icon-action.tsx";

/** Uploads a file into Airlock's own bucket, by drop or by picker, in chunks. */
export function UploadDrop({ onUploaded }: { readonly onUploaded: (name: string, length: number) => void }) {
  const id = useId();
  const client = useClient();
  const messages = useMessages();
  const href = linkFor(useProfile(), "uploads", "POST");
  const [over, setOver] = useState(false);
  const [emptyName, setEmptyName] = useState<string>();
  const [sending, setSending] = useState<{ readonly file: File; readonly received: number }>();
  const stop = useRef<AbortController>(undefined);
  if (href === undefined) return null;

  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    setEmptyName(file.size === 0 ? file.name : undefined);
    if (file.size === 0) return;
    const stopping = new AbortController();
    stop.current = stopping;
    setSending({ file, received: 0 });
    try {
      const onProgress = (received: number) => setSending({ file, received });
      onUploaded(await uploadFile({ client, href, file, onProgress, signal: stopping.signal }), file.size);
    } catch (error) {
      if (!stopping.signal.aborted) tellProblem(messages, error);
    } finally {
      setSending(undefined);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  if (sending !== undefined) {
    const share = (100 * sending.received) / sending.file.size;
    return (
      <output className="ds-upload">
        <span className="clip grow">
          Uploading <b>{sending.file.name}</b>, {sizeText(sending.received)} of {sizeText(sending.file.size)}
        </span>
        <IconAction icon="x" iconSize={16} label="Stop upload" size="small" onClick={() => stop.current?.abort()} />
        <LinearProgress variant="determinate" value={share} aria-label={`Uploading ${sending.file.name}`} />
      </output>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping needs a pointer; the field inside is the keyboard's way.
    <div
      className={over ? "ds-drop is-over" : "ds-drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label htmlFor={id}>
        <Icon name="upload" size={16} />
        <span>
          Drop a CSV or Parquet file here or <span className="ds-choose">choose one</span>
        </span>
        <input
          id={id}
          className="sr"
          type="file"
          accept=".csv,.tsv,.txt,.tab,.gz,.parquet,.pq,text/csv"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            // Reset, so that choosing the same file again fires a change event.
            event.target.value = "";
          }}
        />
      </label>
      {emptyName !== undefined && (
        <p className="ds-problem" role="alert">
          {emptyName} is empty. Choose a file with rows.
        </p>
      )}
    </div>
  );
}
