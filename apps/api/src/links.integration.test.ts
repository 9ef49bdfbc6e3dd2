import {
  actionNamed,
  actionNames,
  basePath,
  links as linksSchema,
  listOf,
  permissions,
  resourceOf,
  type Action,
  type Links,
  type Permission,
  type ResourceName,
} from "@airlock/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "./testing/person.ts";
import { resourceSpecimens, samples, type Specimen, type UserAction } from "./testing/samples.ts";
import type { Ids } from "./testing/ids.ts";
import { startTestApi, type TestApi } from "./testing/test-api.ts";

const reading = permissions.filter((permission) => /\.(list|read)$/.test(permission));
const of = (...nouns: readonly string[]): Permission[] =>
  permissions.filter((permission) => nouns.some((noun) => permission.startsWith(noun)));
const roles: Readonly<Record<string, readonly Permission[]>> = {
  "user without permissions": [],
  reader: reading,
  designer: [...reading, ...of("solution", "profile")],
  "user manager": [...reading, ...of("user", "allRoles", "group", "organisation")],
  administrator: permissions,
};

/** The action that reads a resource with its links. */
const views: Readonly<Record<ResourceName, UserAction | undefined>> = {
  profile: "profile.read",
  solution: "solution.read",
  version: "version.read",
  release: "release.read",
  releaseRequest: "releaseRequest.read",
  monitor: "monitor.read",
  list: "list.read",
  firing: "firing.read",
  rollout: "rollout.read",
  user: "user.read",
  execution: "execution.read",
  export: "export.read",
  erasure: "erasure.read",
  comparison: "comparison.read",
  key: "user.keys.list",
  role: "role.read",
  organisation: "organisation.read",
  group: "group.read",
  member: undefined,
  datasource: "datasource.read",
  import: "import.read",
  upload: "upload.read",
  experiment: "experiment.read",
  experimentResult: "experimentResult.read",
  prediction: "prediction.read",
  model: "model.read",
  secret: "secret.read",
};

const anything = z.looseObject({});
const userActions = actionNames.filter((name): name is UserAction => actionNamed(name).access.kind === "user");

let api: TestApi;
let admin: Person;
const people = new Map<string, Person>();
const shared = new Map<string, Promise<Ids>>();

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Links");
  for (const [role, held] of Object.entries(roles)) people.set(role, await newColleague(api, admin, held));
});
afterAll(() => api.close());

function specimen({ name, find }: Specimen, person: Person, anew: boolean): Promise<Ids> {
  if (anew) return find(admin, person);
  const key = `${name} ${person.userId}`;
  const known = shared.get(key) ?? find(admin, person);
  shared.set(key, known);
  return known;
}

async function linksSeen(person: Person, on: ResourceName, at: Ids): Promise<Links> {
  const view = views[on];
  if (view === undefined) return {};
  const response = await api.ask(person.token, view, { at });
  if (response.statusCode !== 200) return {};
  if (on !== "key") return resourceOf(anything).parse(response.json())._links;
  const { items } = listOf(z.looseObject({ webSafeString: z.string() })).parse(response.json());
  return items.find((item) => item._embedded.webSafeString === at["keyId"])?._links ?? {};
}

/** Whether the action table refused, rather than the object: a permission, or the precondition of the row. */
function refusedByTable(action: Action, response: Awaited<ReturnType<TestApi["ask"]>>): boolean {
  if (response.statusCode < 300) return false;
  const { code } = z.object({ code: z.string() }).parse(response.json());
  return code === "PERMISSION_MISSING" || action.precondition?.problems.some((problem) => problem === code) === true;
}

describe.each(Object.keys(roles))("%s: a link that shows is allowed, a hidden one is refused", (role) => {
  test.each(userActions)("%s", async (name) => {
    const person = people.get(role) ?? admin;
    const action: Action = actionNamed(name);
    const sample = samples[name];
    for (const { on, rel } of action.links) {
      for (const state of resourceSpecimens[on]) {
        const shows = async (ids: Ids) => (await linksSeen(person, on, ids))[rel]?.allow.includes(action.method) === true;
        const standing = await specimen(state, person, false);
        const used = action.method !== "GET" && (await shows(standing));
        const own = used ? await specimen(state, person, true) : standing;
        // Of the same object: whether a version serves depends on its runtimes at that moment.
        const shown = await shows(own);
        const at = { ...(await sample.others?.(admin)), ...own };
        const response = await api.ask(person.token, name, {
          at,
          ...(sample.query === undefined ? {} : { query: sample.query }),
          ...(sample.body === undefined ? {} : { body: sample.body(person, at) }),
        });
        const cell = `${role} ${name} on ${state.name}: ${shown ? "shown" : "hidden"}, ${response.statusCode} ${response.body.slice(0, 200)}`;
        expect(response.statusCode, cell).toBeLessThan(500);
        expect(refusedByTable(action, response), cell).toBe(!shown);
        expect(shown ? [action.answer.status, 409] : [403, 409], cell).toContain(response.statusCode);
      }
    }
  });
});

test("every route of the server is a row of the action table", () => {
  const rows = new Set(actionNames.map((name) => `${actionNamed(name).method} ${basePath}${actionNamed(name).path}`));
  expect(api.app.registeredRoutes.length).toBeGreaterThan(50);
  const unknown = api.app.registeredRoutes.filter((route) => !rows.has(route));
  expect(unknown).toEqual(["GET /live", "GET /metrics", "GET /ready"]);
});

test("a resource has the same links in a list as by itself", async () => {
  const at = await specimen(
    { name: "list", find: (by) => resourceSpecimens.solution[1]?.find(by, by) ?? Promise.resolve({}) },
    admin,
    true,
  );
  const alone = await admin.must("solution.read", { at });
  // Earlier specimens created some, so it may not be on the first page.
  const { items } = await admin.must("solutions.list", { query: { search: alone._embedded.name } });
  const listed = items.find((item) => item._embedded.webSafeString === at["solutionId"]);
  expect(linksSchema.parse(listed?._links)).toEqual(alone._links);
});
