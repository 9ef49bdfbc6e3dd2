import { basePath, problemSchema, solutionResource, versionResource } from "@airlock/contract";
import { emptyDefinition, newLink, newNode } from "@airlock/flow";
import { afterEach, expect, inject, test } from "vitest";
import { signIn } from "../../services/idp/sign-in.ts";
import { port } from "../../services/instance.ts";
import { killPart, restartPart } from "../../services/lifecycle.ts";
import { eventually } from "../support/eventually.ts";

const instance = inject("instance");
const environment = inject("environment");
const api = `http://127.0.0.1:${port(instance, "api")}`;

afterEach(async () => {
  await restartPart(instance, "nats");
  await eventually("the api has it back", async () =>
    (await (await fetch(`${api}/ready`)).text()).includes('"jetstream":{"ok":true') ? true : undefined,
  );
});

test("while JetStream is unavailable the api works, does not confirm a deployment, and completes it afterwards", async () => {
  const issuer = environment["AIRLOCK_OIDC_ISSUER"] ?? "";
  const { access_token: token } = await signIn({ issuer, publicUrl: environment["AIRLOCK_PUBLIC_URL"] ?? "", email: "admin@airlock.test" });
  const ask = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(api + basePath + path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  await ask("POST", "/users/login");
  const { _embedded: solution } = solutionResource.parse(await (await ask("POST", "/solutions", {})).json());
  const start = newNode("Start", "start", 0, 0);
  const end = newNode("End", "end", 200, 0);
  const drawn = { ...emptyDefinition(), solutionDefinition: { nodes: [start, end], links: [newLink("link", start, end)], zoom: 100 } };
  await ask("PUT", `/solutions/${solution.webSafeString}/definition`, drawn);
  const frozen = await ask("POST", `/solutions/${solution.webSafeString}/versions`, {});
  const { _embedded: version } = versionResource.parse(await frozen.json());

  await killPart(instance, "nats");
  const ready: unknown = await eventually("the api notices", async () => {
    const state = await (await fetch(`${api}/ready`)).text();
    return state.includes('"jetstream":{"ok":false') ? JSON.parse(state) : undefined;
  });
  // Only what needs JetStream waits for it.
  expect(ready).toMatchObject({ ready: true });
  expect((await ask("GET", "/solutions")).status).toBe(200);
  const refused = await ask("PUT", `/versions/${version.webSafeString}/deploy`);
  expect([refused.status, problemSchema.parse(await refused.json()).code]).toEqual([503, "DEPLOYMENTS_UNAVAILABLE"]);

  expect(await status()).toBe("error");

  await restartPart(instance, "nats");
  await eventually("the job carries it out", async () => ((await status()) === "serving" ? true : undefined), { seconds: 40 });

  async function status(): Promise<string> {
    return versionResource.parse(await (await ask("GET", `/versions/${version.webSafeString}`)).json())._embedded.deploymentStatus;
  }
});
