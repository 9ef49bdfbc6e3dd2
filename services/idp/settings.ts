import { z } from "zod";

/** Settings that a test may change while the provider runs. */
export const providerSettings = z.object({
  accessTokenSeconds: z.int().min(1),
  /** How long a user stays signed in without renewing. */
  refreshTokenSeconds: z.int().min(1),
});

export type ProviderSettings = z.output<typeof providerSettings>;

export function settingsFromEnvironment(environment: Readonly<Record<string, string | undefined>>): ProviderSettings {
  return providerSettings.parse({
    accessTokenSeconds: Number(environment["AIRLOCK_IDP_ACCESS_TOKEN_SECONDS"] ?? 300),
    refreshTokenSeconds: Number(environment["AIRLOCK_IDP_REFRESH_TOKEN_SECONDS"] ?? 14 * 24 * 3600),
  });
}
