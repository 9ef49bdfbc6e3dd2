/** The id of a resource that was found. Fails if it was not, so that no address is made without it. */
export function idOf(what: string, resource: { readonly _embedded: { readonly webSafeString: string } } | undefined): string {
  if (resource === undefined) throw new Error(`There is no ${what}.`);
  return resource._embedded.webSafeString;
}
