import { Provider, type Configuration } from "oidc-provider";
import type { Accounts, Account } from "./accounts.ts";
import type { ProviderKeys } from "./keys.ts";
import { errorPage, signedOutPage, signOutPage } from "./pages.ts";
import type { ProviderSettings } from "./settings.ts";

export const consoleClientId = "airlock-console";
export const apiAudience = "airlock-api";

/** Resource indicators are absolute URIs; the audience in tokens is the plain name above. */
const apiResource = "urn:airlock:api";
const scope = "openid profile email";

export interface ProviderOptions {
  readonly issuer: string;
  readonly consoleOrigins: readonly string[];
  readonly accounts: Accounts;
  readonly keys: ProviderKeys;
  readonly settings: ProviderSettings;
  readonly adapter: NonNullable<Configuration["adapter"]>;
}

export function createProvider(options: ProviderOptions): Provider {
  const { accounts, issuer, settings } = options;
  return new Provider(issuer, {
    adapter: options.adapter,
    jwks: options.keys.jwks,
    cookies: cookies(issuer, options.keys.cookieKey),
    clients: [consoleClient(options.consoleOrigins)],
    clientBasedCORS: (_context, origin) => options.consoleOrigins.includes(origin),
    // Profile and email are also in the ID token, as with most providers.
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], profile: ["name", "given_name", "family_name"], email: ["email", "email_verified"] },
    scopes: ["openid", "profile", "email", "offline_access"],
    findAccount(_context, sub) {
      const found = accounts.bySubject(sub);
      return found && { accountId: found.sub, claims: () => ({ sub: found.sub, ...claimsOf(found) }) };
    },
    extraTokenClaims(_context, token) {
      const found = "accountId" in token ? accounts.bySubject(token.accountId) : undefined;
      return found && claimsOf(found);
    },
    // The console requests exactly "openid profile email" and still renews: any signed-in public client gets a refresh token.
    issueRefreshToken: (_context, client) => client.grantTypeAllowed("refresh_token"),
    async loadExistingGrant(context) {
      const { client, session, provider } = context.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const known = session.grantIdFor(client.clientId);
      const found = known === undefined ? undefined : await provider.Grant.find(known);
      if (found !== undefined) return found;
      // Our own client needs no consent.
      const grant = new provider.Grant({ accountId: session.accountId, clientId: client.clientId });
      grant.addOIDCScope(`${scope} offline_access`);
      grant.addResourceScope(apiResource, scope);
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => apiResource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope,
          audience: apiAudience,
          accessTokenFormat: "jwt",
          accessTokenTTL: settings.accessTokenSeconds,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource(context, form) {
          // An id token hint identifies the session: sign out immediately, as Keycloak does. Without it the user must confirm.
          context.body = signOutPage(form, context.oidc.entities.IdTokenHint !== undefined);
        },
        postLogoutSuccessSource(context) {
          context.body = signedOutPage();
        },
      },
      revocation: { enabled: true },
    },
    renderError(context, out) {
      context.type = "html";
      context.body = errorPage(out.error, out.error_description ?? "");
    },
    ttl: {
      AccessToken: () => settings.accessTokenSeconds,
      IdToken: () => settings.accessTokenSeconds,
      RefreshToken: () => settings.refreshTokenSeconds,
      AuthorizationCode: 60,
      Interaction: 3600,
      Session: 14 * 24 * 3600,
      Grant: 14 * 24 * 3600,
    },
  });
}

function consoleClient(origins: readonly string[]) {
  return {
    client_id: consoleClientId,
    client_name: "Airlock",
    application_type: "web" as const,
    token_endpoint_auth_method: "none" as const,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code" as const],
    redirect_uris: origins.flatMap((origin) => [`${origin}/callback`, `${origin}/silent-renew`]),
    post_logout_redirect_uris: origins.flatMap((origin) => [origin, `${origin}/`, `${origin}/login`]),
  };
}

/** Browsers share cookies between the ports of a host: the port in the name separates two instances. */
function cookies(issuer: string, key: string): NonNullable<Configuration["cookies"]> {
  const { port } = new URL(issuer);
  return { keys: [key], names: { session: `idp_${port}`, interaction: `idp_${port}_step`, resume: `idp_${port}_resume` } };
}

function claimsOf(person: Account) {
  return {
    email: person.email,
    email_verified: person.emailVerified,
    given_name: person.givenName,
    family_name: person.familyName,
    name: `${person.givenName} ${person.familyName}`.trim(),
  };
}
