/** Where downloaded servers live, shared by every clone and instance of this user. */
export declare function cacheFolder(): string;
export declare function binFolder(): string;
export declare function exists(path: string, mode?: number): Promise<boolean>;
/** The first executable of that name on the PATH or in `more`. */
export declare function findExecutable(name: string, more?: readonly string[]): Promise<string | undefined>;
