import type { ActionWith, AnswerOf, BodyOf, Resource } from "@airlock/contract";
import { useMutation, useQueryClient, type UseMutationResult } from "@tanstack/react-query";
import { useMessages } from "../ui/messages/use-messages.ts";
import type { LinkedAction } from "./action-links.ts";
import { call, linkTo, type LinkValues } from "./call.ts";
import type { CallOptionsOf } from "./calls.ts";
import { cacheKey } from "./cache-key.ts";
import { useClient } from "./session/use-session.ts";
import { tellProblem } from "./tell-problem.ts";

type Sent<Name extends LinkedAction> = NonNullable<CallOptionsOf<Name>[0]> & {
  /** The resource to act on, where the hook serves many of them. */
  readonly on?: Resource<unknown>;
  readonly values?: LinkValues<Name>;
};
/** What one call of an action is given; nothing where the action needs no body. */
type ActionInput<Name extends LinkedAction> = undefined extends BodyOf<Name> ? Sent<Name> | void : Sent<Name>;

interface ActionOptions<Name extends LinkedAction> {
  /** What the action changes: every cached response of these is loaded again, also after a refusal. */
  readonly changes?: readonly ActionWith<"GET">[];
  readonly onSuccess?: (answer: AnswerOf<Name>, input: ActionInput<Name>) => unknown;
  /** Left out, a failure is shown as a message. */
  readonly onError?: (error: Error, input: ActionInput<Name>) => unknown;
}

export type ActionCall<Name extends LinkedAction> = UseMutationResult<AnswerOf<Name>, Error, ActionInput<Name>> & {
  /** Whether the resource offers the action to this user now. */
  readonly isOffered: boolean;
};

/** An action that changes something, by its link on a resource. */
export function useAction<Name extends LinkedAction>(
  name: Name,
  resource?: Resource<unknown>,
  { changes = [], onSuccess, onError }: ActionOptions<Name> = {},
): ActionCall<Name> {
  const client = useClient();
  const queries = useQueryClient();
  const messages = useMessages();
  const mutation = useMutation<AnswerOf<Name>, Error, ActionInput<Name>>({
    mutationFn: (input) => {
      const { on, ...options }: Partial<Sent<Name>> = input ?? {};
      return call(client, name, on ?? resource, options as never);
    },
    ...(onSuccess === undefined ? {} : { onSuccess }),
    onError: (error, input) => (onError === undefined ? tellProblem(messages, error) : onError(error, input)),
    // Not awaited: a dialog closes when its action has succeeded.
    onSettled: () => void Promise.all(changes.map((changed) => queries.invalidateQueries({ queryKey: cacheKey(changed) }))),
  });
  return { ...mutation, isOffered: linkTo(name, resource) !== undefined };
}
