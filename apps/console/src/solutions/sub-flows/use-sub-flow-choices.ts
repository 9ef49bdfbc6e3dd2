import { commands, type Editor } from "@airlock/editor";
import type { NewerVersion, SubFlowChoices } from "@airlock/editor/react";
import { useMemo, useState } from "react";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { subFlowOf } from "./sub-flow-of.ts";

/** Which versions of other solutions the flow runs, what is newer, and the node whose version is being chosen. */
export function useSubFlowChoices(editor: Editor) {
  const client = useClient();
  const messages = useMessages();
  const versions = linkFor(useProfile(), "versions", "GET");
  const [nodeId, setNodeId] = useState<string>();
  const choices = useMemo(
    (): SubFlowChoices => ({
      choose: setNodeId,
      newer: new Map(),
      deleted: new Set(),
      update: async (id: string, { versionId }: NewerVersion) => {
        try {
          const version = await client.get("version.read", itemAddress(versions, versionId) ?? "");
          const definition = await client.get("version.definition", linkFor(version, "definition", "GET") ?? "");
          editor.execute(commands.chooseSubFlow(id, subFlowOf(version, definition)));
        } catch (error) {
          tellProblem(messages, error);
        }
      },
    }),
    [client, editor, messages, versions],
  );
  return { choices, nodeId, close: () => setNodeId(undefined) };
}
