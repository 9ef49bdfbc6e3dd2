/** Ids for the `{name}`s of paths. */
export type Ids = Readonly<Record<string, string>>;
