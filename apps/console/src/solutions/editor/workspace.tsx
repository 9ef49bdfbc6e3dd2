import { Editor } from "@airlock/editor";
import { EditorContext, type Notice } from "@airlock/editor/react";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { definitionIn } from "../../api/definition-in.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { usePredictionChoices } from "./use-prediction-choices.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { LeaveGuard } from "../../ui/dialogs/leave-guard.tsx";
import { useOfferedLists } from "./use-offered-lists.ts";
import { useSecretNames } from "./use-secret-names.ts";
import { ConflictDialog } from "../saving/conflict-dialog.tsx";
import { DraftDialog } from "../saving/draft-dialog.tsx";
import { Room } from "./room.tsx";
import { useDraft } from "../saving/use-draft.ts";
import { useOthersSaves } from "../saving/use-others-saves.ts";
import { usePanes } from "./use-panes.ts";
import { useSaving } from "../saving/use-saving.ts";
import { useSubFlowChoices } from "../sub-flows/use-sub-flow-choices.ts";
import type { OpenedSolution } from "./use-solution.ts";

const SubFlowDialog = lazy(async () => ({ default: (await import("../sub-flows/sub-flow-dialog.tsx")).SubFlowDialog }));

/** One solution being edited in this window: the editor, its saving, and the panes around it. */
export function Workspace({ opened }: { readonly opened: OpenedSolution }) {
  const [editor] = useState(() => new Editor(definitionIn(opened.definition)));
  const profile = useProfile();
  const messages = useMessages();
  const panes = usePanes();
  const saving = useSaving(editor, opened);
  useOthersSaves(opened.solution, saving);
  // A small screen is for reading and running.
  const readOnly = !saving.maySave || panes.isNarrow;
  const draft = useDraft(editor, opened.solution._embedded.webSafeString, saving.saved, saving.maySave);
  const { firstName, name } = profile._embedded;
  const tell = useCallback(
    ({ level, message, description, action }: Notice) =>
      void messages.say(level, message, description, action === undefined ? {} : { action }),
    [messages],
  );
  const secrets = useSecretNames();
  const { choices: predictions, ask: onPrediction } = usePredictionChoices();
  const { choices: subFlows, nodeId: choosing, close } = useSubFlowChoices(editor, opened.solution);
  useOfferedLists(editor);
  const surroundings = useMemo(
    () => ({ editor, readOnly, predictions, onPrediction, secrets, subFlows, tell, author: `${firstName} ${name}`.trim() }),
    [editor, readOnly, predictions, onPrediction, secrets, subFlows, tell, firstName, name],
  );
  return (
    <EditorContext value={surroundings}>
      <Room editor={editor} opened={opened} saving={saving} panes={panes} />
      {choosing !== undefined && (
        <Suspense fallback={null}>
          <SubFlowDialog editor={editor} solutionId={opened.solution._embedded.webSafeString} nodeId={choosing} onClose={close} />
        </Suspense>
      )}
      {saving.conflict && <ConflictDialog editor={editor} conflict={saving.conflict} saving={saving} />}
      {draft.found && <DraftDialog editor={editor} found={draft.found} saving={saving} onDone={draft.settle} />}
      <LeaveGuard isAtStake={() => saving.maySave && editor.isDirty} save={saving.save}>
        There are unsaved changes. If you leave, they stay on this device and are offered when you open the solution again.
      </LeaveGuard>
    </EditorContext>
  );
}
