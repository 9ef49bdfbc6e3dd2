import { z } from "zod";
import { setting } from "./test-api.ts";

const file = z.looseObject({ type: z.literal("service_account"), private_key: z.string() });

/** The key file of the service account that the development provider's token endpoint knows; single fields can be changed. */
export async function keyFile(changes: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const response = await fetch(new URL("/development/service-account", setting("AIRLOCK_OIDC_ISSUER")));
  return JSON.stringify({ ...file.parse(await response.json()), ...changes });
}
