import { type Instance } from "../instance.ts";
import type { Part } from "../part.ts";
export declare const keycloakAdministrator: {
    readonly user: "admin";
    readonly password: "airlock";
};
export declare function keycloakUrl(instance: Instance): string;
export declare function keycloakIssuer(instance: Instance): string;
/** Keycloak with the realm that compose imports too. Starts on request: `--with keycloak`. */
export declare const keycloak: Part;
