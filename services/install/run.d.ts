/** Runs an installer to its end; a failure carries the end of what it printed. */
export declare function runInstaller(what: string, file: string, args: readonly string[], options?: {
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
}): Promise<string>;
