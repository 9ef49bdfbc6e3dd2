import { type JWK } from "jose";
export interface ProviderKeys {
    readonly jwks: {
        readonly keys: JWK[];
    };
    readonly cookieKey: string;
}
/** Signing keys that stay the same over restarts: tokens and cookies handed out before remain good. */
export declare function loadKeys(path: string): Promise<ProviderKeys>;
