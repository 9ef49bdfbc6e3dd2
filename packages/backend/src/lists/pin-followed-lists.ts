import { withListVersions, type Definition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { versionsInEffect } from "./versions-in-effect.ts";

/** A frozen flow with the lists that it follows pinned to the versions that are in effect now. What it pins itself stays. */
export async function pinFollowedLists(tx: Tx, definition: Definition): Promise<Definition> {
  const { lists = [] } = definition;
  if (lists.every(({ version }) => version !== undefined)) return definition;
  const ids = lists.map(({ listId }) => listId);
  const inEffect = await versionsInEffect(tx, ids);
  const versions = lists.flatMap(({ listId, version = inEffect.get(listId) }) =>
    version === undefined ? [] : [[listId, version] as const],
  );
  return withListVersions(definition, new Map(versions));
}

/** The same for a flow that is stored with its text. */
export async function withPinnedLists<Flow extends { readonly definition: Definition; readonly text: string }>(
  tx: Tx,
  flow: Flow,
): Promise<Flow> {
  const definition = await pinFollowedLists(tx, flow.definition);
  return definition === flow.definition ? flow : { ...flow, definition, text: JSON.stringify(definition) };
}
