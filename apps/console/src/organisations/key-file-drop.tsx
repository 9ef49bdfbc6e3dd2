import { useId, useState } from "react";
import type { DragEvent, ReactNode } from "react";
import { number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { readKeyFile } from "./key-file.ts";
import type { KeyFile } from "./key-file.ts";
import { IconAction } from "../ui/icon-action.tsx";

interface KeyFileDropProps {
  readonly file: KeyFile | undefined;
  readonly onFile: (file: KeyFile | undefined) => void;
  /** Why the API refused the file. */
  readonly refusal: string | undefined;
  /** What is stored now, shown until another file is chosen. */
  readonly stored: ReactNode;
}

/** A file by drop or by picker. The picker is a real field under the words, so that the keyboard has it too. */
export function KeyFileDrop({ file, onFile, refusal, stored }: KeyFileDropProps) {
  const id = useId();
  const [over, setOver] = useState(false);
  const [fault, setFault] = useState<string>();
  const problem = fault ?? refusal;

  const take = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const read = await readKeyFile(chosen);
    setFault("fault" in read ? read.fault : undefined);
    onFile("file" in read ? read.file : undefined);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <div className="account-file">
      <span className="field-label keyfile-label" id={`${id}-label`}>
        Service account file <span className="account-required">*</span>
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping needs a pointer; the field inside is the keyboard's way. */}
      <div
        className={`account-drop${over ? " is-over" : ""}${problem === undefined ? "" : " is-refused"}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {file === undefined ? (
          stored
        ) : (
          <div className="account-got">
            <Icon name="success" size={18} />
            <span className="grow">
              <b className="line-name">{file.name}</b>
              <small>
                {number(file.size / 1000)} kB, account {file.account}, key {file.key}
              </small>
            </span>
            <IconAction icon="trash" iconSize={16} label="Remove file" size="small" onClick={() => onFile(undefined)} />
          </div>
        )}
        <label className="account-ask" htmlFor={id}>
          <Icon name="upload" size={16} />
          <span>
            Drop {file === undefined && stored === null ? "the" : "another"} file here or <span className="account-choose">choose one</span>
          </span>
          <input
            id={id}
            className="sr"
            type="file"
            accept="application/json,.json"
            aria-describedby={`${id}-help`}
            onChange={(event) => {
              void take(event.target.files?.[0]);
              // Reset, so that choosing the same file again fires a change event.
              event.target.value = "";
            }}
          />
        </label>
      </div>
      <p
        id={`${id}-help`}
        className={problem === undefined ? "helper" : "helper is-refused"}
        role={problem === undefined ? undefined : "alert"}
      >
        {problem ?? "JSON, at most 16 kB. Kept encrypted and never shown again."}
      </p>
    </div>
  );
}
