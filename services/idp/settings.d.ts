import { z } from "zod";
/** What a test may change while the provider runs. */
export declare const providerSettings: z.ZodObject<{
    accessTokenSeconds: z.ZodInt;
    refreshTokenSeconds: z.ZodInt;
}, z.core.$strip>;
export type ProviderSettings = z.output<typeof providerSettings>;
export declare function settingsFromEnvironment(environment: Readonly<Record<string, string | undefined>>): ProviderSettings;
