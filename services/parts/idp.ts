import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expectOk } from "../http.ts";
import { serviceAccountTokenPath } from "../idp/server.ts";
import { port, type Instance } from "../instance.ts";
import { nodeCommand } from "../node-command.ts";
import type { Part } from "../part.ts";

export function idpIssuer(instance: Instance): string {
  return `http://localhost:${port(instance, "idp")}`;
}

export function serviceAccountTokenUrl(instance: Instance): string {
  return `${idpIssuer(instance)}${serviceAccountTokenPath}`;
}

/** The development identity provider; its package comes with `npm install`. */
export const idp: Part = {
  name: "idp",
  ports: ["idp"],

  async install() {
    await Promise.resolve();
  },

  async prepare(instance) {
    const folder = join(instance.folder, "idp");
    await mkdir(folder, { recursive: true });
    return nodeCommand("services/idp/main.ts", [folder, idpIssuer(instance), String(port(instance, "edge"))]);
  },

  async probe(instance) {
    const document = await expectOk(`${idpIssuer(instance)}/.well-known/openid-configuration`);
    if (!document.includes("authorization_endpoint")) throw new Error("The discovery document is not one.");
  },
};
