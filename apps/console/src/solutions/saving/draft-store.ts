import { parseDefinition, type Definition } from "@airlock/flow";
import { openIndexedDb, type IndexedDbStore } from "../../api/session/indexed-db.ts";

/** Unsaved changes of a solution. They survive the tab, the browser and a lost network. */
export interface Draft {
  readonly definition: Definition;
  /** The base that it was drawn from, with its revision, which shows whether someone saved meanwhile. */
  readonly base: Definition;
  readonly revision: number;
  /** ISO time of the last change. */
  readonly at: string;
}

export interface FoundDraft {
  readonly draft: Draft;
  /** Deletes this draft alone: others were not shown, and are offered later. */
  readonly forget: () => Promise<void>;
}

export interface DraftStore {
  readonly keep: (draft: Draft) => Promise<void>;
  readonly forget: () => Promise<void>;
  /** The newest draft that no open window owns. One that was saved after all is dropped. */
  readonly find: (isSaved: (definition: Definition) => boolean) => Promise<FoundDraft | undefined>;
}

const windowName = "airlock.window";

function ownWindow(): string {
  const known = sessionStorage.getItem(windowName);
  if (known !== null) return known;
  const made = crypto.randomUUID();
  sessionStorage.setItem(windowName, made);
  return made;
}

/**
 * The drafts of one solution by one user, one for each window. A window holds a lock as long as it lives, so that another window of the same solution
 * is not offered a draft that is still being edited. A duplicated tab copies the name of the first and is given another.
 */
export async function openDrafts(
  userId: string,
  solutionId: string,
  database: IndexedDbStore = openIndexedDb("airlock-drafts"),
): Promise<DraftStore> {
  const prefix = `${userId}/${solutionId}/`;
  const named = `${prefix}${ownWindow()}`;
  const isNamed = await hold(named);
  // A draft that this window left when it was reloaded is not overwritten by the next one: the user may be offered another first.
  const isFree = isNamed && !(await database.keys()).includes(named);
  const own = isFree ? named : `${prefix}${crypto.randomUUID()}`;
  if (!isFree) await hold(own);
  const isOwn = (key: string) => key === own || (isNamed && key === named);
  return {
    keep: (draft) => database.put(own, draft),
    forget: () => database.remove(own),
    async find(isSaved) {
      const found: { readonly key: string; readonly draft: Draft }[] = [];
      const keys = (await database.keys()).filter((key) => key.startsWith(prefix));
      const released = await Promise.all(keys.map(async (key) => isOwn(key) || (await isReleased(key))));
      for (const key of keys.filter((_key, at) => released[at])) {
        const draft = readDraft(await database.get(key));
        if (draft === undefined || isSaved(draft.definition)) await database.remove(key);
        else found.push({ key, draft });
      }
      const newest = found.toSorted((a, b) => b.draft.at.localeCompare(a.draft.at))[0];
      return newest && { draft: newest.draft, forget: () => database.remove(newest.key) };
    },
  };
}

const lockOf = (name: string) => `airlock-draft ${name}`;

/** Takes the lock for as long as the window lives; false where another window has it. */
function hold(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    void navigator.locks.request(lockOf(name), { ifAvailable: true }, (lock) => {
      resolve(lock !== null);
      // Never settled: the lock is released when the window closes.
      return lock === null ? undefined : new Promise<void>(() => {});
    });
  });
}

/** Whether no window has the lock. A window that is being closed releases it a little later, so this waits a second for it. */
async function isReleased(name: string): Promise<boolean> {
  try {
    return await navigator.locks.request(lockOf(name), { signal: AbortSignal.timeout(1000) }, () => true);
  } catch {
    return false;
  }
}

/** What an older console wrote may not be a draft any more; the parser decides. */
function readDraft(stored: unknown): Draft | undefined {
  if (typeof stored !== "object" || stored === null) return undefined;
  const { definition, base, revision, at } = stored as Partial<Record<keyof Draft, unknown>>;
  const drawn = parseDefinition(definition);
  const upon = parseDefinition(base);
  if (!drawn.ok || !upon.ok || typeof revision !== "number" || typeof at !== "string") return undefined;
  return { definition: drawn.definition, base: upon.definition, revision, at };
}
