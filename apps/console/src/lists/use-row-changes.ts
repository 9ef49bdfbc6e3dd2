import type { ListRowFields, ListValue } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { asProblem } from "../api/api-problem.ts";
import { cacheKey } from "../api/cache-key.ts";
import { call, linkTo } from "../api/call.ts";
import type { CallBody } from "../api/calls.ts";
import { linkFor } from "../api/session/permissions.ts";
import { useClient } from "../api/session/use-session.ts";
import { tellProblem } from "../api/tell-problem.ts";
import type { SaveOutcome } from "../parts/list-page/column.ts";
import { useMessages } from "../ui/messages/use-messages.ts";
import { displayText } from "./list-words.ts";
import { changedByRows, type NamedList } from "./use-lists.ts";

type Values = readonly ListValue[];
type Row = Pick<ListRowFields, "key" | "values">;

interface Ended {
  readonly outcome: SaveOutcome;
  /** The values that the change left; undefined where they are not those of this page. */
  readonly left?: Values;
}

export interface RowChanges {
  /** Whether this user may change rows now. */
  readonly isOffered: boolean;
  /** Saves one value of a row, or returns the conflict with the change of another user. */
  readonly save: (row: Row, at: number, value: ListValue) => Promise<SaveOutcome>;
  /** Adds or replaces a row. With `was`, a conflict is reported and changes nothing; null: the draft has no such row. */
  readonly put: (key: string, values: Values, was?: Values | null) => void;
  /** Removes the row with these values; one that another user changed is a conflict, which is reported. */
  readonly remove: (key: string, was: Values) => void;
}

/** Changes of rows of the draft. A row is sent whole, with the values that the change is based on: what other users changed meanwhile stays. */
export function useRowChanges(list: NamedList): RowChanges {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  /** The last change of each row, until the rows have been loaded again: the next change builds on the values that it left. */
  const [changes] = useState(() => new Map<string, Promise<Ended>>());

  const send = (body: CallBody<"list.rows.change">) => call(client, "list.rows.change", list, { body });
  const refresh = () => Promise.all(changedByRows.map((name) => queries.invalidateQueries({ queryKey: cacheKey(name) })));

  /** Runs the changes of a row one after another. */
  const inTurn = async (key: string, run: (left: Values | undefined) => Promise<Ended>): Promise<SaveOutcome> => {
    const previous = changes.get(key);
    const change = (async () => run((await previous)?.left))();
    changes.set(key, change);
    const { outcome } = await change;
    const refreshed = refresh().finally(() => {
      if (changes.get(key) === change) changes.delete(key);
    });
    if (outcome === "saved") await refreshed;
    return outcome;
  };

  const failed = (error: unknown): Ended => {
    tellProblem(messages, error);
    return { outcome: "failed" };
  };

  const readRow = async (key: string): Promise<Values | undefined> => {
    // Of the keys that begin with it, it is the first.
    const query = { search: key, limit: 1 };
    const { items } = await client.get("list.rows", linkFor(list, "rows", "GET") ?? "", { query });
    return items.find(({ _embedded }) => _embedded.key === key)?._embedded.values;
  };

  const save = (row: Row, at: number, value: ListValue): Promise<SaveOutcome> => {
    const putOn = async (from: Values): Promise<Ended> => {
      const values = from.with(at, value);
      try {
        await send({ put: [{ key: row.key, values, was: from }] });
        return { outcome: "saved", left: values };
      } catch (error) {
        return asProblem(error).code === "EDIT_CONFLICT" ? conflict(error) : failed(error);
      }
    };
    const conflict = async (refusal: unknown): Promise<Ended> => {
      try {
        const now = await readRow(row.key);
        if (now === undefined) return failed(refusal);
        const theirs = now[at] ?? null;
        // Another column was changed: the two changes do not touch each other. The page does not show the other one yet.
        if (theirs === row.values[at]) return { outcome: (await putOn(now)).outcome };
        if (theirs === value) return { outcome: "saved" };
        return { outcome: { theirs: displayText(theirs), overwrite: () => save({ key: row.key, values: [...now] }, at, value) } };
      } catch (error) {
        return failed(error);
      }
    };
    return inTurn(row.key, (left) => putOn(left ?? row.values));
  };

  const put = (key: string, values: Values, was?: Values | null) =>
    void inTurn(key, (left) =>
      send({ put: [{ key, values, ...(was === undefined ? {} : { was: left ?? was }) }] }).then(
        () => ({ outcome: "saved", left: values }),
        failed,
      ),
    );

  const remove = (key: string, was: Values) =>
    void inTurn(key, (left) => send({ remove: [{ key, was: [...(left ?? was)] }] }).then(() => ({ outcome: "saved" }), failed));

  return { isOffered: linkTo("list.rows.change", list) !== undefined, save, put, remove };
}
