import type { Random } from "../support/random.ts";

/** Existing ids by path parameter, collected from responses, because made-up ids only result in a 404. */
export interface KnownIds {
  readonly learn: (path: string, body: unknown) => void;
  readonly add: (name: string, id: string) => void;
  readonly pick: (name: string, random: Random) => string | undefined;
}

const names: Readonly<Record<string, string>> = {
  users: "userId",
  invite: "userId",
  roles: "roleId",
  groups: "groupId",
  organisations: "organisationId",
  solutions: "solutionId",
  versions: "versionId",
  keys: "keyId",
  executions: "executionId",
};
const maxIds = 30;

export function createKnownIds(): KnownIds {
  const known = new Map<string, string[]>();
  const add = (name: string, id: string): void => {
    const ids = known.get(name) ?? [];
    if (ids.includes(id)) return;
    ids.push(id);
    if (ids.length > maxIds) ids.shift();
    known.set(name, ids);
  };
  return {
    add,
    learn: (path, body) => {
      // The last noun in the path identifies the resource.
      const noun = path.split("/").findLast((word) => names[word] !== undefined);
      const name = noun === undefined ? undefined : names[noun];
      const { items = [], _embedded } = (typeof body === "object" && body !== null ? body : {}) as {
        readonly items?: readonly { readonly _embedded?: { readonly webSafeString?: unknown } }[];
        readonly _embedded?: { readonly webSafeString?: unknown };
      };
      if (name === undefined || !Array.isArray(items)) return;
      for (const fields of [_embedded, ...items.slice(0, 5).map((item) => item._embedded)]) {
        if (typeof fields?.webSafeString === "string") add(name, fields.webSafeString);
      }
    },
    pick: (name, random) => {
      const ids = known.get(name) ?? [];
      return ids[Math.floor(random.next() * ids.length)];
    },
  };
}
