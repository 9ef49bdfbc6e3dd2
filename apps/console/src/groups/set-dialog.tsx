import Button from "@mui/material/Button";
import Checkbox from "@mui/material/Checkbox";
import Skeleton from "@mui/material/Skeleton";
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { asProblem } from "../api/api-problem.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { DialogFrame } from "../ui/dialogs/dialog-frame.tsx";
import type { Noun } from "../ui/format/numbers.ts";
import { SaveButtons } from "../ui/dialogs/save-buttons.tsx";
import { useMessages } from "../ui/messages/use-messages.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";
import { setChanges, setChangesText } from "./set-changes.ts";
import type { SetChange, SetLine } from "./set-changes.ts";
import { groupLists } from "./use-groups.ts";
import "./set-dialog.css";

interface SetDialogProps {
  readonly title: string;
  readonly subtitle: string;
  /** 'member' */
  readonly noun: Noun;
  /** Undefined while they are loading. */
  readonly lines: readonly SetLine[] | undefined;
  readonly error: unknown;
  readonly onRetry: () => void;
  /** Those whose box differs from what is stored. */
  readonly flipped: ReadonlySet<string>;
  readonly onFlip: (flipped: ReadonlySet<string>) => void;
  /** Adds one or removes it; left out, the dialog is only for reading. */
  readonly onChange: ((kind: SetChange["kind"], key: string) => Promise<unknown>) | undefined;
  readonly none: string;
  readonly onClose: () => void;
  /** Above the list: a way to bring in what is not in it yet. */
  readonly children?: ReactNode;
}

/** Every change is a separate call. Refused changes stay marked, with the reason; the others are saved. */
export function SetDialog(props: SetDialogProps) {
  const { title, noun, lines, flipped, onFlip, onChange, onClose } = props;
  const messages = useMessages();
  const { sending } = useRecords(groupLists);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const [saving, setSaving] = useState(false);
  const changes = setChanges(lines ?? [], flipped);

  const save = async () => {
    if (!onChange) return;
    setSaving(true);
    const refused = new Map<string, string>();
    await sending(async () => {
      for (const { line, kind } of changes) {
        try {
          await onChange(kind, line.key);
        } catch (error) {
          const { message, description } = asProblem(error);
          refused.set(line.key, `${message}: ${description}`);
        }
      }
    });
    setSaving(false);
    setRefusals(refused);
    onFlip(new Set(refused.keys()));
    const done = changes.filter(({ line }) => !refused.has(line.key));
    if (done.length > 0) messages.success(`${title}: ${setChangesText(noun, done)}`);
    if (refused.size === 0) onClose();
  };
  const toggle = ({ key }: SetLine) => onFlip(new Set(flipped.has(key) ? [...flipped].filter((one) => one !== key) : [...flipped, key]));
  return (
    <DialogFrame
      open
      onClose={onClose}
      width={480}
      title={title}
      subtitle={props.subtitle}
      hint={setChangesText(noun, changes)}
      actions={
        onChange ? (
          <SaveButtons canSave={changes.length > 0 && !saving} onSave={() => void save()} onClose={onClose} />
        ) : (
          <Button color="inherit" onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {props.children}
      {lines === undefined ? (
        props.error !== null && props.error !== undefined ? (
          <FaultPanel error={props.error} onRetry={props.onRetry} />
        ) : (
          <Skeleton height={180} />
        )
      ) : lines.length === 0 ? (
        <p className="helper">{props.none}</p>
      ) : (
        <ul className="tick-lines set-lines" aria-label={title}>
          {lines.map((line) => (
            <SetLineItem
              key={line.key}
              line={line}
              change={changes.find((change) => change.line.key === line.key)?.kind}
              refusal={refusals.get(line.key)}
              disabled={saving || onChange === undefined}
              onToggle={() => toggle(line)}
            />
          ))}
        </ul>
      )}
    </DialogFrame>
  );
}

interface SetLineItemProps {
  readonly line: SetLine;
  readonly change: SetChange["kind"] | undefined;
  readonly refusal: string | undefined;
  readonly disabled: boolean;
  readonly onToggle: () => void;
}

function SetLineItem({ line, change, refusal, disabled, onToggle }: SetLineItemProps) {
  const textId = useId();
  const barred = line.held ? line.fixed : line.barred;
  return (
    <li>
      <label>
        <Checkbox
          checked={line.held !== (change !== undefined)}
          disabled={disabled || barred !== undefined}
          onChange={onToggle}
          slotProps={{ input: { "aria-label": line.name, "aria-describedby": textId } }}
        />
        <span className="grow">
          <b className="line-name">{line.name}</b>
          <small id={textId} className={refusal === undefined ? "" : "is-refused"}>
            {refusal ?? barred ?? line.note}
          </small>
        </span>
        {change === "add" && <span className="chip success">Adding</span>}
        {change === "remove" && <span className="chip set-removing">Removing</span>}
      </label>
    </li>
  );
}
