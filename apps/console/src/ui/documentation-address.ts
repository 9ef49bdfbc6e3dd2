/** The documentation is a site of its own at the same origin: a plain link, not a route of the console. */
export const documentationAddress = "/documentation/";
