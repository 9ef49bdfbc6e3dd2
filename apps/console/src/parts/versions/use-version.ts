import { itemAddress } from "../../api/calls.ts";
import { linkFor } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { useResource } from "../../api/use-resource.ts";
import { useFrozenDefinition } from "./use-frozen-definition.ts";

const liveMillis = 5000;

/** A version with its frozen definition. Its status is polled. */
export function useTriedVersion(id: string) {
  const versions = linkFor(useProfile(), "versions", "GET");
  const version = useResource("version.read", {
    href: itemAddress(versions, id),
    refetchInterval: liveMillis,
  });
  return { mayRead: versions !== undefined, version, definition: useFrozenDefinition(version.data) };
}
