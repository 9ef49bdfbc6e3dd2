import { installGo } from "./go.ts";

const version = "v4.3.1";

/** Helm, built once for this user, which takes more than ten minutes. */
export function installHelm(): Promise<string> {
  return installGo("helm.sh/helm/v4/cmd/helm", version, "helm");
}
