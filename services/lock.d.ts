/**
 * One at a time across processes. The lock is an exclusive SQLite transaction: the operating system lets go of it when its
 * holder dies, so that there is never a stale lock file to explain.
 */
export declare function withLock<T>(path: string, work: () => Promise<T>, seconds?: number): Promise<T>;
