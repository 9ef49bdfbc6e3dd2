/** A base whose every port is free now. Below the range from which the system hands out ports for outgoing connections. */
export declare function findFreeBase(): Promise<number>;
export declare function isFree(wanted: number): Promise<boolean>;
