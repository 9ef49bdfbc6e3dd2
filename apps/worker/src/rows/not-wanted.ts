/** Nobody waits for the rows any more. */
export class NotWanted extends Error {}
