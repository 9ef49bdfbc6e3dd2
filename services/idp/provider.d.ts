import { Provider, type Configuration } from "oidc-provider";
import type { Accounts } from "./accounts.ts";
import type { ProviderKeys } from "./keys.ts";
import type { ProviderSettings } from "./settings.ts";
export declare const consoleClientId = "airlock-console";
export declare const apiAudience = "airlock-api";
export interface ProviderOptions {
    readonly issuer: string;
    readonly consoleOrigins: readonly string[];
    readonly accounts: Accounts;
    readonly keys: ProviderKeys;
    readonly settings: ProviderSettings;
    readonly adapter: NonNullable<Configuration["adapter"]>;
}
export declare function createProvider(options: ProviderOptions): Provider;
