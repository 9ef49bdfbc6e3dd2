type Level = "info" | "success" | "warning" | "error";

interface MessageAction {
  /** The verb on the button. */
  readonly label: string;
  readonly run: () => void;
}

export interface Message {
  readonly id: number;
  readonly level: Level;
  readonly message: string;
  readonly description?: string;
  readonly code?: string;
  readonly action?: MessageAction;
  /** Stays until dismissed. */
  readonly lasting: boolean;
  /** Runs once when the message disappears without its action: the undo period is over. */
  readonly settle?: () => void;
}

type Extra = Pick<Message, "code" | "action" | "settle"> & { readonly lasting?: boolean };

/** A status: 'message: description'. */
const statusMillis = 5000;
/** A snackbar: one line without a description, such as 'Solution saved'. */
const snackbarMillis = 6000;
/** One that can be undone: long enough to notice a mistake. */
const undoMillis = 30_000;
const maxShown = 3;

export interface Messages {
  readonly say: (level: Level, message: string, description?: string, extra?: Extra) => number;
  readonly success: (message: string, action?: MessageAction) => number;
  readonly warning: (message: string, description?: string) => number;
  readonly error: (message: string, description?: string, code?: string) => number;
  readonly dismiss: (id: number) => void;
  /** Runs the message's action instead of settling it. */
  readonly act: (id: number) => void;
  /** Settles all messages with undo, because the page is about to be closed. */
  readonly settleAll: () => void;
  readonly shown: () => readonly Message[];
  readonly subscribe: (listener: () => void) => () => void;
}

/** How long a message is shown unless it is held by pointer or focus. */
export function shownMillis({ description, settle }: Pick<Message, "description" | "settle">): number {
  if (settle !== undefined) return undoMillis;
  return description === undefined ? snackbarMillis : statusMillis;
}

/** The status messages on screen, newest first. Any code may add one; only the toaster shows them. */
export function createMessages(): Messages {
  let shown: readonly Message[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const show = (next: readonly Message[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const take = (id: number) => {
    const found = shown.find((one) => one.id === id);
    if (found) show(shown.filter((one) => one !== found));
    return found;
  };
  const say: Messages["say"] = (level, message, description, extra = {}) => {
    const { lasting = false, ...rest } = extra;
    last += 1;
    const added: Message = { id: last, level, message, lasting, ...(description === undefined ? {} : { description }), ...rest };
    // A repeated message replaces the earlier one and restarts its timer. Messages with undo are never merged.
    const others = shown.filter(
      (one) => one.settle !== undefined || one.message !== message || one.description !== description || one.code !== added.code,
    );
    const next = [added, ...others];
    show(next.slice(0, maxShown));
    for (const pushedOut of next.slice(maxShown)) pushedOut.settle?.();
    return added.id;
  };
  return {
    say,
    success: (message, action) => say("success", message, undefined, action ? { action } : {}),
    warning: (message, description) => say("warning", message, description),
    error: (message, description, code) => say("error", message, description, code === undefined ? {} : { code }),
    dismiss: (id) => take(id)?.settle?.(),
    act: (id) => take(id)?.action?.run(),
    settleAll() {
      for (const one of shown) if (one.settle) take(one.id)?.settle?.();
    },
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
