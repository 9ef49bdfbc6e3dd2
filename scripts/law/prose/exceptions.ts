/** Words of the list that are right in a file, in lower case. */
export const exceptions: Readonly<Record<string, readonly string[]>> = {};
