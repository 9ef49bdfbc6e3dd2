import { useSyncExternalStore } from "react";

const narrow = "(max-width: 700px)";

/** On a narrow screen the editor is for reading and running only. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(narrow);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(narrow).matches,
  );
}
