import { useSyncExternalStore } from "react";

/** Steps of the first run that leave no trace in the lists of the api: this browser notes when they happen. */
export type NotedStep = "tested" | "watched";

export interface Marks {
  /** When each happened. */
  readonly tested?: string;
  readonly watched?: string;
  /** The list of steps was hidden. */
  readonly isHidden?: boolean;
}

const nameOf = (organisationWss: string) => `airlock-first-run-${organisationWss}`;
const listeners = new Set<() => void>();

export function readMarks(organisationWss: string, storage: Storage = localStorage): Marks {
  return parse(stored(organisationWss, storage));
}

/** Only the first time counts. */
export function noteStep(organisationWss: string, step: NotedStep, now = new Date(), storage: Storage = localStorage): void {
  const marks = readMarks(organisationWss, storage);
  if (marks[step] === undefined) write(organisationWss, { ...marks, [step]: now.toISOString() }, storage);
}

export function setHidden(organisationWss: string, isHidden: boolean, storage: Storage = localStorage): void {
  write(organisationWss, { ...readMarks(organisationWss, storage), isHidden }, storage);
}

/** Also follows other windows: the editor is one of its own. */
export function useMarks(organisationWss: string): Marks {
  return parse(useSyncExternalStore(subscribe, () => stored(organisationWss, localStorage)));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

function stored(organisationWss: string, storage: Storage): string {
  try {
    return storage.getItem(nameOf(organisationWss)) ?? "";
  } catch {
    // Storage may be refused; the steps are then not noted.
    return "";
  }
}

function write(organisationWss: string, marks: Marks, storage: Storage): void {
  try {
    storage.setItem(nameOf(organisationWss), JSON.stringify(marks));
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

function parse(text: string): Marks {
  try {
    const found: unknown = JSON.parse(text);
    if (typeof found !== "object" || found === null) return {};
    const { tested, watched, isHidden } = found as Readonly<Record<string, unknown>>;
    return {
      ...(typeof tested === "string" ? { tested } : {}),
      ...(typeof watched === "string" ? { watched } : {}),
      ...(isHidden === true ? { isHidden } : {}),
    };
  } catch {
    return {};
  }
}
