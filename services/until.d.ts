/** Asks again and again until the answer is yes or the time is up. */
export declare function until(ask: () => Promise<boolean>, limit: {
    readonly seconds: number;
    readonly everyMillis?: number;
}): Promise<boolean>;
