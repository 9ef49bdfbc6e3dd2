import type { Resource, SolutionFields, SubFlowFields } from "@airlock/contract";
import { commands, type Editor } from "@airlock/editor";
import type { NewerVersion, SubFlowChoices } from "@airlock/editor/react";
import { useMemo, useState } from "react";
import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useClient, useProfile } from "../../api/session/use-session.ts";
import { tellProblem } from "../../api/tell-problem.ts";
import { useAllPages } from "../../api/use-all-pages.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { useEditorValue } from "../editor/use-editor-part.ts";
import { subFlowOf } from "./sub-flow-of.ts";

/** Which versions of other solutions the flow runs, what is newer, and the node whose version is being chosen. */
export function useSubFlowChoices(editor: Editor, solution: Resource<SolutionFields>) {
  const client = useClient();
  const messages = useMessages();
  const versions = linkFor(useProfile(), "versions", "GET");
  const [nodeId, setNodeId] = useState<string>();
  // The server compares what is saved; a version that was just chosen is known after the next save.
  const saved = useEditorValue(editor, (state) => state.saved.subFlows);
  const href = saved.length === 0 ? undefined : linkFor(solution, "subFlows", "GET");
  const { data } = useAllPages("solution.subFlows", {
    queryKey: ["sub-flows", href, ...saved.map(({ versionId }) => versionId)],
    href,
    select: ({ items }) => offersIn(items.map(({ _embedded }) => _embedded)),
  });
  const choices = useMemo(
    (): SubFlowChoices => ({
      ...(data ?? offersIn([])),
      choose: setNodeId,
      update: async (id: string, { versionId }: NewerVersion) => {
        try {
          const version = await client.get("version.read", itemAddress(versions, versionId) ?? "");
          const definition = await client.get("version.definition", linkFor(version, "definition", "GET") ?? "");
          const executed = editor.execute(commands.chooseSubFlow(id, subFlowOf(version, definition)));
          if (!executed.ok) messages.error("Update", executed.refusal.reason, executed.refusal.code);
        } catch (error) {
          tellProblem(messages, error);
        }
      },
    }),
    [client, data, editor, messages, versions],
  );
  return { choices, nodeId, close: () => setNodeId(undefined) };
}

function offersIn(subFlows: readonly SubFlowFields[]): Pick<SubFlowChoices, "newer" | "deleted"> {
  return {
    newer: new Map(
      subFlows.flatMap(({ versionWss, newest }) =>
        newest === null || newest.versionWss === versionWss
          ? []
          : [[versionWss, { versionId: newest.versionWss, name: newest.versionName }] as const],
      ),
    ),
    deleted: new Set(subFlows.filter(({ isDeleted }) => isDeleted).map(({ versionWss }) => versionWss)),
  };
}
