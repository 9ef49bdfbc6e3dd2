export declare const keycloakVersion = "26.4.0";
/** Where Keycloak stands once installed; never written to afterwards. */
export declare function keycloakFolder(): string;
/** Fetches Keycloak's distribution with Maven and builds it for one node, so that later starts skip its minute of preparation. */
export declare function installKeycloak(): Promise<void>;
