/** Counts the requests in progress, so that the progress line and the wait cursor show while there is one. */
export interface Activity {
  readonly begin: () => () => void;
  readonly busy: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createActivity(): Activity {
  let running = 0;
  const listeners = new Set<() => void>();
  const change = (by: number) => {
    running += by;
    for (const listener of listeners) listener();
  };
  return {
    begin() {
      change(1);
      let ended = false;
      return () => {
        if (!ended) change(-1);
        ended = true;
      };
    },
    busy: () => running > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
