import type { ActionWith, BodyOf, List, Resource } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { ApiProblem } from "../../../api/api-problem.ts";
import { tellProblem } from "../../../api/tell-problem.ts";
import { useMessages } from "../../../ui/messages/use-messages.ts";
import { linkFor } from "../../../api/session/permissions.ts";
import { useClient, useProfile } from "../../../api/session/use-session.ts";
import type { EditConflict, SaveOutcome } from "../column.ts";

/** @public Named by the declarations of what uses it. */
export interface RecordFields {
  readonly webSafeString: string;
  /** The revision that a change is based on, so that the server detects lost updates. */
  readonly revision: number;
}

const valueIn = (record: RecordFields, field: string): string => String(Reflect.get(record, field));

/** The actions that change one field of a listed record, with the action that reads the record. */
const readBy = {
  "datasource.update": "datasource.read",
  "experiment.update": "experiment.read",
  "group.update": "group.read",
  "organisation.update": "organisation.read",
  "prediction.update": "prediction.read",
  "role.update": "role.read",
  "solution.update": "solution.read",
  "user.update": "user.read",
  "version.update": "version.read",
} as const satisfies { readonly [Name in ActionWith<"PUT">]?: ActionWith<"GET"> };
type RecordUpdate = keyof typeof readBy;

export interface Records {
  /** Runs the work, reports a failure, and invalidates the lists. Undefined when it failed. */
  readonly doing: <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;
  /** Runs the work of a dialog, which shows a failure itself, and invalidates the lists. The dialog does not wait until they are loaded again. */
  readonly sending: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** For a column's `edit.save`: changes one field of an item through its self link, or returns the conflict. */
  readonly saver: <Name extends RecordUpdate, Field extends keyof BodyOf<Name> & string>(
    action: Name,
    field: Field,
    /** Converts the text to the value in the API, where these differ. */
    wire?: (text: string) => unknown,
  ) => (row: Resource<RecordFields & { readonly [Name in Field]: unknown }>) => ((text: string) => Promise<SaveOutcome>) | undefined;
}

/** Changes to the items of lists. `lists` names the queries to invalidate afterwards. */
export function useRecords(lists: readonly string[]): Records {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const audit = linkFor(useProfile(), "audit", "GET");
  const refresh = () => Promise.all(lists.map((name) => queries.invalidateQueries({ queryKey: [name] })));

  const lastChange = async (record: string): Promise<Pick<EditConflict, "by" | "at">> => {
    if (audit === undefined) return {};
    try {
      const { items } = await client.get("audit.list", audit, { query: { record, limit: 1 }, background: true, waited: true });
      const last = items[0]?._embedded;
      return last ? { by: last.actorName, at: last.at } : {};
    } catch {
      // The author of the other change is optional in the report of a conflict.
      return {};
    }
  };

  /** As the lists have it now, for those who may list records but not open one. */
  const listed = async (key: string): Promise<RecordFields | undefined> => {
    await refresh();
    const pages = lists.flatMap((name) => queries.getQueriesData<List<RecordFields>>({ queryKey: [name] }));
    return pages.flatMap(([, page]) => page?.items ?? []).find((item) => item._embedded.webSafeString === key)?._embedded;
  };

  const saver: Records["saver"] =
    (action, field, wire = (text) => text) =>
    (row: Resource<RecordFields>) => {
      const put = linkFor(row, "self", "PUT");
      const get = linkFor(row, "self", "GET");
      if (put === undefined) return undefined;
      const save = async (text: string, from: RecordFields): Promise<SaveOutcome> => {
        try {
          // The compiler does not know which key a computed one is; `field` is one that the action's body has.
          const body = { [field]: wire(text), revision: from.revision } as never;
          await client.put<RecordUpdate>(action, put, { body });
          await refresh();
          return "saved";
        } catch (error) {
          if (error instanceof ApiProblem && error.code === "EDIT_CONFLICT") return await conflict(text, from, error);
          tellProblem(messages, error);
          return "failed";
        }
      };
      const conflict = async (text: string, from: RecordFields, refusal: ApiProblem): Promise<SaveOutcome> => {
        try {
          const now: RecordFields | undefined =
            get === undefined
              ? await listed(from.webSafeString)
              : (await client.get<(typeof readBy)[RecordUpdate]>(readBy[action], get))._embedded;
          if (now === undefined) throw refusal;
          const theirs = valueIn(now, field);
          // Another field was changed: the two changes do not touch each other.
          if (theirs === valueIn(from, field)) return await save(text, now);
          if (theirs === text) {
            await refresh();
            return "saved";
          }
          const last = await lastChange(now.webSafeString);
          void refresh();
          return { theirs, ...last, overwrite: (mine) => save(mine, now) };
        } catch (error) {
          tellProblem(messages, error);
          return "failed";
        }
      };
      return (text: string) => save(text, row._embedded);
    };

  return {
    async doing(work) {
      try {
        return await work();
      } catch (error) {
        tellProblem(messages, error);
        return undefined;
      } finally {
        await refresh();
      }
    },
    sending: (work) => work().finally(() => void refresh()),
    saver,
  };
}
