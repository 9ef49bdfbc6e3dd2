import type { DatasetField, FieldSource } from "@airlock/flow";
import Button from "@mui/material/Button";
import Popper from "@mui/material/Popper";
import { useId, useMemo, useRef, useState } from "react";
import { renameField } from "../../../commands/fields.ts";
import { counted } from "../../../document/titles.ts";
import { fieldUses } from "../../../fields/field-uses.ts";
import { useSurroundings } from "../../editor-context.ts";
import { Icon } from "../../icon.tsx";
import { FieldChip } from "../controls/field-chip.tsx";
import { Hint } from "../controls/hint.tsx";
import { useRun } from "../use-run.ts";
import { useFieldName } from "./use-field-name.ts";
import { UseList } from "./use-list.tsx";

interface RenameFieldProps {
  readonly source: FieldSource;
  readonly field: DatasetField;
  readonly serving: string | undefined;
  readonly onOpenProperties: (() => void) | undefined;
  /** Whether the focus returns to the name. */
  readonly close: (isBack: boolean) => void;
}

/** A name that is being changed, with everywhere it will change under it. Enter or leaving renames, Esc does not. */
export function RenameField({ source, field, serving, onOpenProperties, close }: RenameFieldProps) {
  const { editor } = useSurroundings();
  const run = useRun();
  const { name, onChange, refusal, unusable } = useFieldName(source, field.name, field.key);
  const isClosed = useRef(false);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const hintId = useId();
  const { document } = editor.state;
  const uses = useMemo(() => fieldUses(document, source, field.key), [document, source, field.key]);
  const isOther = name !== field.name && name !== "";
  const leave = (isBack: boolean) => {
    isClosed.current = true;
    close(isBack);
  };
  const rename = (isBack: boolean) => {
    if (isOther && unusable === undefined) run(renameField(source, field.key, name));
    editor.settle();
    leave(isBack);
  };
  return (
    <span className="ep-field-box" ref={setBox}>
      <input
        className="ep-input mono"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the name was pressed to be changed.
        autoFocus
        onFocus={(event) => event.target.select()}
        autoComplete="off"
        spellCheck={false}
        aria-label={`Name of ${field.name}`}
        aria-invalid={refusal !== undefined}
        aria-describedby={hintId}
        value={name}
        onChange={onChange}
        onBlur={() => {
          // Closing also causes a blur.
          if (!isClosed.current) rename(false);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            if (unusable === undefined) rename(true);
          }
          if (event.key === "Escape") {
            event.stopPropagation();
            leave(true);
          }
          // Undo of typing is that of the input.
          if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) event.stopPropagation();
        }}
      />
      <Hint id={hintId} refusal={refusal} />
      <Popper
        open={isOther && unusable === undefined && uses.length > 0 && box !== null}
        anchorEl={box}
        placement="bottom-start"
        className="ep-rename"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- pressing in it must not move the focus out of the name. */}
        <div onMouseDown={(event) => event.preventDefault()}>
          <h3>
            Rename <FieldChip source={source} name={field.name} /> <Icon name="forward" size={12} />{" "}
            <FieldChip source={source} name={name} />
          </h3>
          <UseList
            uses={uses}
            max={5}
            left={() => {
              leave(false);
              onOpenProperties?.();
            }}
          />
          {serving !== undefined && source === "Application" && (
            <p className="ep-warning">
              <Icon name="warning" size={16} />
              Callers of {serving} send {field.name}. They send the new name from the next version on.
            </p>
          )}
          <footer>
            <Button size="small" color="inherit" variant="text" onClick={() => leave(true)}>
              Cancel
            </Button>
            <Button size="small" variant="contained" onClick={() => rename(true)}>
              Rename in {counted(uses.length, "place")}
            </Button>
          </footer>
        </div>
      </Popper>
    </span>
  );
}
