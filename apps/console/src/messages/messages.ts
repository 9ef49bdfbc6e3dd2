export type Level = "info" | "success" | "warning" | "error";

export interface MessageAction {
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
}

type Extra = Pick<Message, "code" | "action"> & { readonly lasting?: boolean };

/** How long a message shows when nobody looks at it more closely. */
export const messageMillis = 5000;
const most = 3;

export interface Messages {
  readonly say: (level: Level, message: string, description?: string, extra?: Extra) => number;
  readonly success: (message: string, action?: MessageAction) => number;
  readonly warning: (message: string, description?: string) => number;
  readonly error: (message: string, description?: string, code?: string) => number;
  readonly dismiss: (id: number) => void;
  readonly shown: () => readonly Message[];
  readonly subscribe: (listener: () => void) => () => void;
}

/** The status messages on screen, newest first. Anything may say something; only the toaster shows it. */
export function createMessages(): Messages {
  let shown: readonly Message[] = [];
  let last = 0;
  const listeners = new Set<() => void>();
  const show = (next: readonly Message[]) => {
    shown = next;
    for (const listener of listeners) listener();
  };
  const say: Messages["say"] = (level, message, description, extra = {}) => {
    const { lasting = false, ...rest } = extra;
    last += 1;
    const said: Message = { id: last, level, message, lasting, ...(description === undefined ? {} : { description }), ...rest };
    // The same words again are the same message: it stays, its time starts anew.
    const others = shown.filter((one) => one.message !== message || one.description !== description || one.code !== said.code);
    show([said, ...others].slice(0, most));
    return said.id;
  };
  return {
    say,
    success: (message, action) => say("success", message, undefined, action ? { action } : {}),
    warning: (message, description) => say("warning", message, description),
    error: (message, description, code) => say("error", message, description, code === undefined ? {} : { code }),
    dismiss: (id) => show(shown.filter((one) => one.id !== id)),
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
