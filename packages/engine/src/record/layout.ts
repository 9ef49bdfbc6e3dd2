/** [RE1] The first entry of every record: its layout. */
export const recordFormat = 1;

/** [RE1] The positions of an execution record's entries, from 0. Stores that query execution records use them. */
export const recordLayout = { format: 0, application: 1, links: 2, runtime: 3, reasonCodes: 4, answers: 5, error: 6 } as const;

/** [RE2] The links taken are a text: a letter for six links, the first of them in its lowest bit. */
export const linkAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
export const linksPerLetter = 6;
