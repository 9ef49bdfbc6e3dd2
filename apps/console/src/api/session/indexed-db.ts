/** A key-value store that survives a reload and is shared by all windows: IndexedDB, reduced to what the session needs. */
export interface IndexedDbStore {
  readonly get: (key: string) => Promise<unknown>;
  readonly put: (key: string, value: unknown) => Promise<void>;
  /** Stores a value only if there is none, and returns the stored one: two windows that start at the same time agree on one value. */
  readonly putIfAbsent: (key: string, value: unknown) => Promise<unknown>;
  readonly remove: (key: string) => Promise<void>;
  readonly keys: () => Promise<readonly string[]>;
}

const storeName = "session";

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB failed.")));
  });
}

export function openIndexedDb(name: string): IndexedDbStore {
  let opened: Promise<IDBDatabase> | undefined;
  const open = () => {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.addEventListener("upgradeneeded", () => request.result.createObjectStore(storeName));
      request.addEventListener("success", () => {
        // Without this an old window would keep a newer console from upgrading its store.
        request.result.addEventListener("versionchange", () => request.result.close());
        resolve(request.result);
      });
      request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB cannot be opened.")));
    });
    return opened;
  };
  const within = async <Value>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> => {
    const transaction = (await open()).transaction(storeName, mode);
    const request = work(transaction.objectStore(storeName));
    // Does not wait for the answer of the request first, so that what is written while a window is being closed is kept.
    transaction.commit();
    return settled(request);
  };
  return {
    get: (key) => within<unknown>("readonly", (store) => store.get(key)),
    async put(key, value) {
      await within("readwrite", (store) => store.put(value, key));
    },
    async putIfAbsent(key, value) {
      const store = (await open()).transaction(storeName, "readwrite").objectStore(storeName);
      // One transaction, so that nothing can happen between the read and the write.
      const present = await settled<unknown>(store.get(key));
      if (present !== undefined) return present;
      await settled(store.put(value, key));
      return value;
    },
    async remove(key) {
      await within("readwrite", (store) => store.delete(key));
    },
    keys: async () => (await within("readonly", (store) => store.getAllKeys())).map(String),
  };
}
