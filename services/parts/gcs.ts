import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { goBinary, installGo } from "../install/go.ts";
import { port, type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
import { expectOk } from "../http.ts";

const version = "v1.56.1";

export function gcsUrl(instance: Instance): string {
  return `http://localhost:${port(instance, "gcs")}`;
}

export const gcs: Part = {
  name: "gcs",
  ports: ["gcs"],

  async install() {
    await installGo("github.com/fsouza/fake-gcs-server", version, "fake-gcs-server");
  },

  async prepare(instance) {
    const root = join(instance.folder, "gcs");
    await mkdir(root, { recursive: true });
    const gcsPort = String(port(instance, "gcs"));
    return {
      file: goBinary("fake-gcs-server", version),
      args: ["-scheme", "http", "-host", "127.0.0.1", "-port", gcsPort, "-filesystem-root", root, "-public-host", `localhost:${gcsPort}`],
    };
  },

  async probe(instance) {
    await expectOk(`${gcsUrl(instance)}/storage/v1/b?project=airlock`);
  },
};
