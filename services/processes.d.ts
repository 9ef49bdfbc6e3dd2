export interface Command {
    readonly file: string;
    readonly args: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
    readonly cwd?: string;
    /** Another user to run as, when we are root and the server refuses to be. */
    readonly user?: {
        readonly uid: number;
        readonly gid: number;
    };
}
export interface RunningProcess {
    readonly pid: number;
    /** When the kernel says it started: a process id alone may by now belong to someone else. */
    readonly started: string;
}
/** Starts a process that outlives us, with its output in a log file and its id in a pid file. */
export declare function launch(folder: string, name: string, command: Command): Promise<RunningProcess>;
/** The process that the pid file names, if it is still that very process. */
export declare function findProcess(folder: string, name: string): Promise<RunningProcess | undefined>;
export declare function isAlive(running: RunningProcess): Promise<boolean>;
export declare function waitUntilGone(running: RunningProcess, seconds: number): Promise<boolean>;
/** Asks with `signal`, insists with SIGKILL, and returns only when the process is gone. */
export declare function end(folder: string, name: string, signal?: NodeJS.Signals, seconds?: number): Promise<boolean>;
/** SIGKILL goes to the whole group, since a process that cannot clean up leaves its children behind. */
export declare function send(running: RunningProcess, signal: NodeJS.Signals): void;
export declare function logFile(folder: string, name: string): string;
export declare function logTail(folder: string, name: string, lines?: number): Promise<string>;
