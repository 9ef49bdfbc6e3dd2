/** The run was cancelled. */
export class NotWanted extends Error {}
