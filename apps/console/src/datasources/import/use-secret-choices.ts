import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useAllPages } from "../../api/use-all-pages.ts";

export interface SecretChoice {
  readonly name: string;
  readonly hosts: readonly string[];
}

/** The secrets that can be a password; undefined while they are loaded. */
export function useSecretChoices(): readonly SecretChoice[] | undefined {
  const href = linkFor(useProfile(), "secrets", "GET");
  const { data } = useAllPages("secrets.list", { queryKey: ["secrets", "choices", href], href, query: { sort: "name" } });
  return data?.items.map(({ _embedded: { name, hosts } }) => ({ name, hosts }));
}
