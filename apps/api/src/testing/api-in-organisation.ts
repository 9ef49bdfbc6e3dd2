import { afterAll } from "vitest";
import { newOrganisation, rootAdministrator, type Person } from "./person.ts";
import { startTestApi, type TestApi } from "./test-api.ts";

export interface ApiInOrganisation {
  readonly api: TestApi;
  /** An administrator of the first organisation. */
  readonly root: Person;
  /** The administrator of a new organisation. */
  readonly admin: Person;
}

/** Starts an api for the tests of a file, in a new organisation, and closes it after them. Call it at the top of the file. */
export async function apiInOrganisation(name: string): Promise<ApiInOrganisation> {
  const api = await startTestApi();
  afterAll(() => api.close());
  const root = await rootAdministrator(api);
  return { api, root, admin: await newOrganisation(api, root, name) };
}
