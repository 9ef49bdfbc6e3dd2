import type { AnswerOf, ParameterOf, Resource } from "@airlock/contract";
import { actionLinks, type LinkedAction } from "./action-links.ts";
import { fillAddress, type CallOptionsOf, type Calls } from "./calls.ts";
import { linkFor } from "./session/permissions.ts";

/** Values for the `{name}`s that a templated link leaves to the caller. */
export type LinkValues<Name extends LinkedAction> = Readonly<Partial<Record<ParameterOf<Name>, string>>>;

/** The address of an action on this resource; undefined if its links do not offer the action. */
export function linkTo<Name extends LinkedAction>(
  name: Name,
  resource: Resource<unknown> | undefined,
  values?: LinkValues<Name>,
): string | undefined {
  const [method, rel] = actionLinks[name];
  return fillAddress(linkFor(resource, rel, method), values ?? {});
}

/** Calls an action by its link on a resource. For code outside components; inside, `useAction`. */
export function call<Name extends LinkedAction>(
  client: Calls,
  name: Name,
  resource: Resource<unknown> | undefined,
  ...[options]: CallOptionsOf<Name> | readonly [options: NonNullable<CallOptionsOf<Name>[0]> & { readonly values?: LinkValues<Name> }]
): Promise<AnswerOf<Name>> {
  const { values, ...sent } = (options ?? {}) as { readonly values?: LinkValues<Name> };
  const href = linkTo(name, resource, values);
  if (href === undefined) return Promise.reject(new Error(`The resource has no link for ${name}.`));
  // `actionLinks` is checked against the methods of the contract; TypeScript cannot follow a generic name into its row.
  return client.send<LinkedAction>(name, actionLinks[name][0], href, sent) as Promise<AnswerOf<Name>>;
}
