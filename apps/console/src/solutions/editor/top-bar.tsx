import { isDirty, type Editor } from "@airlock/editor";
import { keysHere } from "@airlock/editor/react";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { Link } from "@tanstack/react-router";
import { use } from "react";
import type { ReactNode } from "react";
import { ButtonSpinner } from "../../ui/button-spinner.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { Logo } from "../../ui/icons/logo.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { WindowMenuContext } from "../../ui/window-menu-context.ts";
import { ProgressLine } from "../../parts/progress-line.tsx";
import type { StatusLook } from "../../parts/versions/solution-status.ts";
import { useEditorValue } from "./use-editor-part.ts";
import type { Saving } from "../saving/use-saving.ts";

interface TopBarProps {
  readonly editor: Editor;
  readonly name: string;
  readonly look: StatusLook | undefined;
  readonly saving: Saving;
  readonly isNarrow: boolean;
  /** Undefined where this user may not. */
  readonly onSave: (() => void) | undefined;
  readonly onExecute: (() => void) | undefined;
  readonly isExecuting: boolean;
  /** Why nothing can be executed now. */
  readonly whyNotExecute: string | undefined;
  readonly menu: ReactNode;
}

/** Title, what is serving, whether there is something to save; undo, redo, Execute and Save. */
export function TopBar(props: TopBarProps) {
  const { editor, name, look, saving, isNarrow, onSave, onExecute, isExecuting, whyNotExecute, menu } = props;
  const executeButton = (
    <Button
      variant="outlined"
      aria-label="Execute"
      startIcon={isExecuting ? <ButtonSpinner /> : <Icon name="play" size={16} />}
      disabled={isExecuting || whyNotExecute !== undefined}
      onClick={onExecute}
    >
      Execute
    </Button>
  );
  return (
    <>
      <div className="sd-brand with-menu">
        {use(WindowMenuContext)}
        <Link to="/admin/solutions" className="sd-brand-link" aria-label="Airlock, all solutions">
          <Logo />
          <span>Airlock</span>
        </Link>
      </div>
      <header className="sd-bar">
        <div className="sd-title">
          <h1 className="clip" title={name}>
            <span className="sd-title-prefix">Solution Design - </span>
            {name}
          </h1>
          {look && !isNarrow && <StatusPill status={look.status}>{look.text}</StatusPill>}
          <SavedState editor={editor} saving={saving} />
        </div>
        {saving.maySave && !isNarrow && <UndoRedo editor={editor} />}
        {menu}
        {onExecute &&
          (whyNotExecute === undefined ? (
            executeButton
          ) : (
            <Tooltip title={whyNotExecute}>
              <span>{executeButton}</span>
            </Tooltip>
          ))}
        {onSave && (
          <Button
            variant="contained"
            startIcon={saving.isSaving ? <ButtonSpinner /> : <Icon name="save" size={16} />}
            disabled={saving.isSaving}
            onClick={onSave}
          >
            Save
          </Button>
        )}
        <ProgressLine />
      </header>
    </>
  );
}

function SavedState({ editor, saving }: { readonly editor: Editor; readonly saving: Saving }) {
  const dirty = useEditorValue(editor, isDirty);
  const { look, text } = !saving.maySave
    ? { look: "quiet", text: "Read only" }
    : saving.isSaving
      ? { look: "quiet", text: "Saving..." }
      : dirty
        ? { look: "unsaved", text: saving.isAway ? "Not saved, kept on this device" : "Unsaved changes" }
        : { look: "quiet", text: "Saved" };
  return <output className={`sd-saved ${look}`}>{text}</output>;
}

function UndoRedo({ editor }: { readonly editor: Editor }) {
  const undoName = useEditorValue(editor, ({ history }) => history.done.at(-1)?.name);
  const redoName = useEditorValue(editor, ({ history }) => history.undone.at(-1)?.name);
  return (
    <>
      <Tooltip title={undoName === undefined ? "Nothing to undo" : `Undo: ${undoName} (${keysHere("Ctrl+Z")})`}>
        <span>
          <IconButton aria-label="Undo" disabled={undoName === undefined} onClick={() => editor.undo()}>
            <Icon name="undo" />
          </IconButton>
        </span>
      </Tooltip>
      <Tooltip title={redoName === undefined ? "Nothing to redo" : `Redo: ${redoName} (${keysHere("Ctrl+Y")})`}>
        <span>
          <IconButton aria-label="Redo" disabled={redoName === undefined} onClick={() => editor.redo()}>
            <Icon name="redo" />
          </IconButton>
        </span>
      </Tooltip>
      <span className="sd-rule" />
    </>
  );
}
