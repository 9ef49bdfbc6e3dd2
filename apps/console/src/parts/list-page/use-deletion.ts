import type { ActionWith, BodyOf } from "@airlock/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { tellProblem } from "../../api/tell-problem.ts";
import { useMessages } from "../../ui/messages/use-messages.ts";
import { useClient } from "../../api/session/use-session.ts";

export interface Deletable {
  readonly key: string;
  readonly action: ActionWith<"DELETE">;
  /** The address of its DELETE. */
  readonly href: string;
  /** Datasources alone are deleted with one. */
  readonly body?: BodyOf<"datasource.delete">;
}

export interface Deletion {
  /** The keys of items that are deleted, or will be unless the user undoes it. */
  readonly gone: ReadonlySet<string>;
  /** For items without effect on others: hidden immediately, deleted when the undo period ends. */
  readonly withUndo: (items: readonly Deletable[], message: string) => void;
  /** For the rest, after it was confirmed. */
  readonly atOnce: (items: readonly Deletable[], message: string) => Promise<void>;
}

/** Shared by all lists of the window: items that wait for their undo stay hidden when the user leaves the page and returns. */
let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();
const hiddenNow = () => hidden;

function setHidden(next: ReadonlySet<string>): void {
  hidden = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function hide(items: readonly Deletable[]): void {
  setHidden(new Set([...hidden, ...items.map((item) => item.key)]));
}

function show(items: readonly Deletable[]): void {
  const back = new Set(items.map((item) => item.key));
  setHidden(new Set([...hidden].filter((key) => !back.has(key))));
}

/** `changes` names the lists to invalidate afterwards. */
export function useDeletion(changes: readonly string[]): Deletion {
  const client = useClient();
  const messages = useMessages();
  const queries = useQueryClient();
  const gone = useSyncExternalStore(subscribe, hiddenNow);

  const remove = async (items: readonly Deletable[]): Promise<boolean> => {
    const results = await Promise.allSettled(
      items.map(({ action, href, body }) =>
        body === undefined
          ? client.delete(action, href, { keepalive: true })
          : client.delete("datasource.delete", href, { keepalive: true, body }),
      ),
    );
    const failed = results.flatMap((result, index) => {
      const item = items[index];
      return result.status === "rejected" && item ? [{ item, reason: result.reason as unknown }] : [];
    });
    show(failed.map(({ item }) => item));
    for (const { reason } of failed) tellProblem(messages, reason);
    await Promise.all(changes.map((name) => queries.invalidateQueries({ queryKey: [name] })));
    return failed.length === 0;
  };
  return {
    gone,
    withUndo(items, message) {
      hide(items);
      messages.say("success", message, undefined, {
        action: { label: "Undo", run: () => show(items) },
        settle: () => void remove(items),
      });
    },
    async atOnce(items, message) {
      if (await remove(items)) messages.success(message);
    },
  };
}
