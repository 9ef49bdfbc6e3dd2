import type { Resource, SolutionFields } from "@airlock/contract";
import { commands, isDirty, type Editor } from "@airlock/editor";
import { fromFile, toFile, type Definition } from "@airlock/flow";
import ListItemIcon from "@mui/material/ListItemIcon";
import { Menu } from "../../ui/overlays/menu.tsx";
import MenuItem from "@mui/material/MenuItem";
import { lazy, Suspense, useRef, useState } from "react";
import { Icon } from "../../ui/icons/icon.tsx";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { holds, linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useCreateVersion } from "../../parts/versions/use-create-version.ts";
import { fileName, problemText } from "../solution-file.ts";
import { downloadFile } from "../download-file.ts";
import { HistoryDialog } from "../history/history-dialog.tsx";
import type { Compare } from "../history/use-compare.ts";
import { useEditorValue } from "./use-editor-part.ts";
import type { Saving } from "../saving/use-saving.ts";
import { useStates, type PastState } from "../history/use-states.ts";
import { IconAction } from "../../ui/icon-action.tsx";

/** With its form fields: loaded when a version is created. */
const CreateVersionDialog = lazy(async () => ({
  default: (await import("../../parts/versions/create-version-dialog.tsx")).CreateVersionDialog,
}));

const ReasonTextsDialog = lazy(async () => ({ default: (await import("../reasons/reason-texts-dialog.tsx")).ReasonTextsDialog }));

interface SolutionMenuProps {
  readonly editor: Editor;
  readonly solution: Resource<SolutionFields>;
  readonly saving: Saving;
  readonly compare: Compare;
  readonly mayEdit: boolean;
}

/** What is done to the solution as a whole, less often than saving it. */
export function SolutionMenu({ editor, solution, saving, compare, mayEdit }: SolutionMenuProps) {
  const messages = useMessages();
  const profile = useProfile();
  const mayCompare = linkFor(profile, "comparisons", "POST") !== undefined;
  const createVersion = useCreateVersion();
  const [isVersioning, setVersioning] = useState(false);
  const isUnsaved = useEditorValue(editor, isDirty);
  // A version freezes what is saved: what is drawn must be saved first.
  const beginVersion = async () => {
    if (!isUnsaved || !mayEdit || (await saving.save())) setVersioning(true);
  };
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isHistory, setHistory] = useState(false);
  const [isReasons, setReasons] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const states = useStates(solution, isHistory || anchor !== null);
  const serving = states.data?.filter(({ isServing }) => isServing) ?? [];
  const [live] = serving;
  const replace = (definition: Definition, name: string, message: string) => {
    compare.end();
    const executed = editor.execute(commands.replaceDefinition(definition, name));
    if (executed.ok) messages.success(message, { label: "Undo", run: () => editor.undo() });
    else messages.error(name, executed.refusal.reason);
  };
  const restore = async (state: PastState) => {
    try {
      const past = await state.read();
      // A version holds no notes: comments, cases and test data of the draft stay.
      const definition = state.kind === "version" ? withNotesOf(editor.definition, past) : past;
      setHistory(false);
      replace(definition, `Restore ${state.name}`, `Reverted to ${state.inSentence}. Save to keep it.`);
    } catch (error) {
      tellProblem(messages, error);
    }
  };
  const importFile = async (chosen: File) => {
    const read = fromFile(await chosen.text());
    if (read.ok) replace(read.definition, `Import ${chosen.name}`, `${chosen.name} imported. Save to keep it.`);
    else messages.error("Import", `${chosen.name} is not a solution. ${problemText(read.problems)}`, read.problems[0]?.code);
  };
  const askFile = () => {
    setAnchor(null);
    file.current?.click();
  };
  const choose = (work: () => void) => () => {
    setAnchor(null);
    work();
  };
  return (
    <>
      <IconAction
        icon="more"
        label="More"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {holds(profile, "solution.update") && (
          <MenuItem onClick={choose(() => void beginVersion())}>
            <ListItemIcon>
              <Icon name="version" size={16} />
            </ListItemIcon>
            {isUnsaved && mayEdit ? "Save and create version" : "Create version"}
          </MenuItem>
        )}
        <MenuItem onClick={choose(() => setReasons(true))}>
          <ListItemIcon>
            <Icon name="text" size={16} />
          </ListItemIcon>
          Reason codes
        </MenuItem>
        <MenuItem onClick={choose(() => setHistory(true))}>
          <ListItemIcon>
            <Icon name="clock" size={16} />
          </ListItemIcon>
          History
        </MenuItem>
        <MenuItem onClick={choose(() => void compare.begin(saving.saved().base))}>
          <ListItemIcon>
            <Icon name="layout" size={16} />
          </ListItemIcon>
          Compare
        </MenuItem>
        {mayCompare && (
          <MenuItem
            onClick={choose(() => {
              window.open(`/compare?solution=${solution._embedded.webSafeString}`, "_blank");
            })}
          >
            <ListItemIcon>
              <Icon name="chart" size={16} />
            </ListItemIcon>
            Compare behaviour
          </MenuItem>
        )}
        {mayEdit && (
          <MenuItem disabled={live === undefined} onClick={choose(() => live && void restore(live))}>
            <ListItemIcon>
              <Icon name="rocket" size={16} />
            </ListItemIcon>
            {live === undefined ? "Revert to the live version (none yet)" : `Revert to the live version (${live.versionName ?? live.name})`}
          </MenuItem>
        )}
        <MenuItem onClick={choose(() => downloadFile(fileName(solution._embedded.name), toFile(editor.definition), "application/json"))}>
          <ListItemIcon>
            <Icon name="download" size={16} />
          </ListItemIcon>
          Export to a file
        </MenuItem>
        {mayEdit && (
          <MenuItem onClick={askFile}>
            <ListItemIcon>
              <Icon name="upload" size={16} />
            </ListItemIcon>
            Import from a file
          </MenuItem>
        )}
      </Menu>
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="Solution file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = "";
          if (chosen) void importFile(chosen);
        }}
      />
      {isVersioning && (
        <Suspense fallback={null}>
          <CreateVersionDialog
            solution={solution}
            create={(body) => createVersion(solution, body)}
            onCreated={() => setVersioning(false)}
            onClose={() => setVersioning(false)}
            isInEditor
          />
        </Suspense>
      )}
      {isReasons && (
        <Suspense fallback={null}>
          <ReasonTextsDialog editor={editor} mayEdit={mayEdit} onClose={() => setReasons(false)} />
        </Suspense>
      )}
      {isHistory && (
        <HistoryDialog
          states={states}
          onClose={() => setHistory(false)}
          onCompare={(state) => {
            setHistory(false);
            void compare.withNow(state);
          }}
          onRestore={mayEdit ? (state) => void restore(state) : undefined}
        />
      )}
    </>
  );
}

function withNotesOf(draft: Definition, version: Definition): Definition {
  const { comments } = draft.solutionDefinition;
  return {
    ...version,
    applicationTestData: draft.applicationTestData,
    ...(draft.testCases === undefined ? {} : { testCases: draft.testCases }),
    ...(draft.mocks === undefined ? {} : { mocks: draft.mocks }),
    solutionDefinition: { ...version.solutionDefinition, ...(comments === undefined ? {} : { comments }) },
  };
}
