import type { Resource, SolutionFields } from "@airlock/contract";
import { commands, type Editor } from "@airlock/editor";
import { fromFile, toFile, type Definition } from "@airlock/flow";
import IconButton from "@mui/material/IconButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Tooltip from "@mui/material/Tooltip";
import { useRef, useState } from "react";
import { Icon } from "../look/icon.tsx";
import { tellProblem } from "../messages/tell-problem.ts";
import { useMessages } from "../messages/use-messages.ts";
import { linkFor } from "../session/permissions.ts";
import { useProfile } from "../session/use-session.ts";
import { fileName } from "../solutions/solution-file.ts";
import { downloadFile } from "../solutions/download-file.ts";
import { HistoryDialog } from "./history-dialog.tsx";
import type { Compare } from "./use-compare.ts";
import type { Saving } from "./use-saving.ts";
import { useStates, type PastState } from "./use-states.ts";

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
  const mayCompare = linkFor(useProfile(), "comparisons", "POST") !== undefined;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isHistory, setHistory] = useState(false);
  const file = useRef<HTMLInputElement>(null);
  const states = useStates(solution, isHistory || anchor !== null);
  const serving = states.data?.filter(({ isServing }) => isServing) ?? [];
  const [live] = serving;
  const replace = (definition: Definition, name: string, told: string) => {
    compare.end();
    const executed = editor.execute(commands.replaceDefinition(definition, name));
    if (executed.ok) messages.success(told, { label: "Undo", run: () => editor.undo() });
    else messages.error(name, executed.refusal.reason);
  };
  const restore = async (state: PastState) => {
    try {
      const past = await state.read();
      // A version holds no notes: comments, cases and test data of the draft stay.
      const definition = state.kind === "version" ? withNotesOf(editor.definition, past) : past;
      setHistory(false);
      replace(definition, `Restore ${state.name}`, `Drawn as in: ${state.name}. Save to keep it.`);
    } catch (error) {
      tellProblem(messages, error);
    }
  };
  const importFile = async (chosen: File) => {
    const read = fromFile(await chosen.text());
    if (read.ok) replace(read.definition, `Import ${chosen.name}`, `${chosen.name} imported. Save to keep it.`);
    else messages.error("Import", `${chosen.name} is not a solution. ${read.problems[0]?.message ?? ""}`, read.problems[0]?.code);
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
      <Tooltip title="More">
        <IconButton
          aria-label="More"
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="more" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose(() => setHistory(true))}>
          <ListItemIcon>
            <Icon name="clock" size={16} />
          </ListItemIcon>
          History
        </MenuItem>
        <MenuItem onClick={choose(() => compare.begin(saving.saved().base))}>
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
            {live === undefined ? "Revert to what is live: nothing is" : `Revert to what is live (${live.name})`}
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
    solutionDefinition: { ...version.solutionDefinition, ...(comments === undefined ? {} : { comments }) },
  };
}
