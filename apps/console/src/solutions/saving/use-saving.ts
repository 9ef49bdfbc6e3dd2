import { commands, type Editor } from "@airlock/editor";
import type { Definition } from "@airlock/flow";
import { useCallback, useRef, useState } from "react";
import { asProblem, NETWORK } from "../../api/api-problem.ts";
import { definitionIn } from "../../api/definition-in.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient } from "../../api/session/use-session.ts";
import type { OpenedSolution } from "../editor/use-solution.ts";

/** What the server has, as far as this window knows. */
export interface Saved {
  readonly base: Definition;
  readonly revision: number;
}

/** Someone else saved after this window read the definition. */
export interface Conflict {
  readonly base: Definition;
  readonly theirs: Definition;
  readonly revision: number;
  readonly savedBy: string;
  readonly savedDate: string;
}

export function useSaving(editor: Editor, opened: OpenedSolution) {
  const client = useClient();
  const messages = useMessages();
  const [isSaving, setSaving] = useState(false);
  const [isAway, setAway] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const known = useRef<Saved>({ base: editor.definition, revision: opened.definition._embedded.revision });
  const saved = useCallback(() => known.current, []);
  const href = linkFor(opened.solution, "definition", "PUT");
  const readHref = linkFor(opened.solution, "definition", "GET");
  const underWay = useRef<Promise<boolean>>(undefined);

  /** Loads what the other user saved and shows both side by side. */
  const meet = useCallback(async () => {
    if (readHref === undefined) return;
    try {
      const now = await client.get("definition.read", readHref);
      const { revision, savedBy, savedDate } = now._embedded;
      if (revision === known.current.revision) return;
      setConflict({ base: known.current.base, theirs: definitionIn(now), revision, savedBy, savedDate });
    } catch (error) {
      tellProblem(messages, error);
    }
  }, [client, messages, readHref]);

  const send = async (): Promise<boolean> => {
    if (href === undefined) return false;
    editor.settle();
    const sent = editor.definition;
    setSaving(true);
    try {
      const answer = await client.put("definition.update", href, { body: { ...sent, revision: known.current.revision } });
      known.current = { base: sent, revision: answer._embedded.revision };
      editor.markSaved(sent);
      setAway(false);
      messages.success("Solution saved");
      return true;
    } catch (error) {
      const problem = asProblem(error);
      setAway(problem.code === NETWORK);
      if (problem.code === "EDIT_CONFLICT") await meet();
      else tellProblem(messages, problem);
      return false;
    } finally {
      setSaving(false);
    }
  };

  return {
    isSaving,
    /** The last attempt had no network; the changes are stored on this device. */
    isAway,
    maySave: href !== undefined,
    conflict,
    saved,
    meet,
    /** Two clicks in a row are one save; what was drawn since the first click is saved after it. */
    save: () => {
      const before = underWay.current;
      const saving = (before === undefined ? send() : before.then((isSaved) => (isSaved && editor.isDirty ? send() : isSaved)))
        .catch((error: unknown) => {
          tellProblem(messages, error);
          return false;
        })
        .finally(() => {
          if (underWay.current === saving) underWay.current = undefined;
        });
      underWay.current = saving;
      return saving;
    },
    /** Adopts the revision that the other user saved, with these contents as an unsaved change. */
    adopt: (definition: Definition, name: string, from: Conflict) => {
      known.current = { base: from.theirs, revision: from.revision };
      editor.execute(commands.replaceDefinition(definition, name));
      editor.markSaved(from.theirs);
      setConflict(undefined);
    },
    /** Continues from a draft based on an older save: saving it must detect the conflict. */
    goOnFrom: (before: Saved) => {
      known.current = before;
    },
    letGo: () => setConflict(undefined),
  };
}
export type Saving = ReturnType<typeof useSaving>;
