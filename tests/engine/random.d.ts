/** A small seeded generator (mulberry32): the same seed gives the same flow on every machine. */
export declare class Random {
    #private;
    constructor(seed: number);
    /** From 0 up to, not including, 1. */
    next(): number;
    /** From 0 up to, not including, `bound`. */
    below(bound: number): number;
    between(least: number, most: number): number;
    chance(probability: number): boolean;
    pick<Item>(items: readonly Item[]): Item;
    shuffle<Item>(items: readonly Item[]): Item[];
}
