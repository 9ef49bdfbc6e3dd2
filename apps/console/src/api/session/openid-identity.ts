import { UserManager, WebStorageStateStore } from "oidc-client-ts";
import type { User } from "oidc-client-ts";
import { openIndexedDb } from "./indexed-db.ts";
import type { ConsoleConfig } from "./config.ts";
import type { Identity, Tokens } from "./identity.ts";
import { sealedStorage } from "./sealed-storage.ts";

function tokensOf(user: User | null): Tokens | undefined {
  if (!user?.access_token) return undefined;
  // If the provider sends no lifetime, an expired token is noticed by a 401.
  return { accessToken: user.access_token, expiresAt: user.expires_at ?? Number.POSITIVE_INFINITY, email: user.profile.email };
}

function requestedIn(state: unknown): string | undefined {
  const from: unknown = typeof state === "object" && state !== null && "from" in state ? state.from : undefined;
  return typeof from === "string" ? from : undefined;
}

/** Throws when the provider does not respond: a redirect to it would end on the browser's own error page, with no way back. */
async function reach(issuer: string): Promise<void> {
  const response = await fetch(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`, {
    cache: "no-store",
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The provider answered ${response.status}.`);
}

/**
 * OpenID Connect, code flow with PKCE, any provider by discovery. The console renews tokens itself (see `renewal.ts`), so the library's renewal is
 * off.
 */
export function openIdIdentity(config: ConsoleConfig): Identity {
  const { origin } = window.location;
  const manager = new UserManager({
    authority: config.issuer,
    client_id: config.clientId,
    redirect_uri: `${origin}/callback`,
    post_logout_redirect_uri: `${origin}/login`,
    response_type: "code",
    scope: config.scope,
    userStore: new WebStorageStateStore({ prefix: "user:", store: sealedStorage(openIndexedDb("airlock")) }),
    stateStore: new WebStorageStateStore({ prefix: "airlock.sign-in.", store: window.sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    loadUserInfo: false,
    requestTimeoutInSeconds: 30,
  });

  return {
    read: async () => tokensOf(await manager.getUser()),
    async refresh() {
      const user = await manager.getUser();
      // Without a refresh token the library would open a frame, which our content security policy forbids.
      if (!user?.refresh_token) throw new Error("The provider gave no refresh token.");
      const tokens = tokensOf(await manager.signinSilent());
      if (!tokens) throw new Error("The provider renewed without an access token.");
      return tokens;
    },
    forget: () => manager.removeUser(),
    async signIn({ from, again, hint }) {
      await reach(config.issuer);
      await manager.signinRedirect({
        ...(from === undefined ? {} : { state: { from } }),
        ...(again ? { prompt: "login" } : {}),
        ...(hint === undefined ? {} : { login_hint: hint }),
      });
    },
    async complete(address) {
      const user = await manager.signinRedirectCallback(address);
      const tokens = tokensOf(user);
      if (!tokens) throw new Error("The provider gave no access token.");
      return { tokens, from: requestedIn(user.state) };
    },
    async signOut() {
      try {
        await reach(config.issuer);
        const user = await manager.getUser();
        const end = await manager.metadataService.getEndSessionEndpoint();
        if (!user || !end) throw new Error("The provider has no logout.");
        await manager.signoutRedirect();
        return true;
      } catch {
        await manager.removeUser();
        return false;
      }
    },
    async accountUrl() {
      if (config.accountUrl) return config.accountUrl;
      const metadata: object = await manager.metadataService.getMetadata();
      const address: unknown = Reflect.get(metadata, "account_management_uri");
      return typeof address === "string" ? address : undefined;
    },
  };
}
