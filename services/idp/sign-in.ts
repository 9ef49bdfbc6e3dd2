import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { developmentPassword } from "./accounts.ts";
import { consoleClientId } from "./provider.ts";

export interface SignIn {
  readonly issuer: string;
  /** The console's origin: the code is sent to its /callback. */
  readonly publicUrl: string;
  readonly email: string;
  readonly password?: string;
  readonly scope?: string;
}

const tokenAnswer = z.object({
  access_token: z.string(),
  id_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.number(),
  scope: z.string(),
  token_type: z.string(),
});

export type Tokens = z.output<typeof tokenAnswer>;

/** The provider's response to the console after a sign-in. */
export interface Authorization {
  readonly code: string;
  /** The PKCE verifier, with which the code is exchanged for tokens. */
  readonly verifier: string;
  /** The provider's session. */
  readonly cookies: readonly { readonly name: string; readonly value: string }[];
}

/** Signs in at the development provider like a browser (code with PKCE, through the form), for tests without one. */
export async function signIn(request: SignIn): Promise<Tokens> {
  const { code, verifier } = await authorize(request);
  return askForTokens(request.issuer, {
    grant_type: "authorization_code",
    code,
    redirect_uri: redirectUriOf(request),
    code_verifier: verifier,
  });
}

/** The first half of signing in: submits the provider's form, up to the code for the console. */
export async function authorize(request: SignIn): Promise<Authorization> {
  const verifier = randomBytes(32).toString("base64url");
  const redirectUri = redirectUriOf(request);
  const authorization = new URL("/auth", request.issuer);
  authorization.search = new URLSearchParams({
    client_id: consoleClientId,
    response_type: "code",
    redirect_uri: redirectUri,
    scope: request.scope ?? "openid profile email",
    state: randomBytes(8).toString("hex"),
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  }).toString();

  const browser = new Redirects();
  const form = await browser.follow(authorization, {}, (location) => location.pathname.startsWith("/interaction/"));
  const answers = new URLSearchParams({ email: request.email, password: request.password ?? developmentPassword });
  const callback = await browser.follow(form, { method: "POST", body: answers }, (location) => location.href.startsWith(redirectUri));
  const code = callback.searchParams.get("code");
  if (code === null) throw new Error(`Sign-in failed: ${callback.searchParams.get("error_description") ?? callback.search}`);
  return { code, verifier, cookies: browser.cookies() };
}

function redirectUriOf({ publicUrl }: SignIn): string {
  return `${publicUrl}/callback`;
}

/** Exchanges a refresh token, which is then consumed. */
export async function renew(issuer: string, refreshToken: string): Promise<Tokens> {
  return askForTokens(issuer, { grant_type: "refresh_token", refresh_token: refreshToken });
}

async function askForTokens(issuer: string, parameters: Record<string, string>): Promise<Tokens> {
  const response = await fetch(new URL("/token", issuer), {
    method: "POST",
    body: new URLSearchParams({ client_id: consoleClientId, ...parameters }),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`The token endpoint answers ${response.status}: ${JSON.stringify(body)}`);
  return tokenAnswer.parse(body);
}

/** Follows redirects with cookies, up to a URL that is not requested. */
class Redirects {
  readonly #cookies = new Map<string, string>();

  cookies(): Authorization["cookies"] {
    return Array.from(this.#cookies, ([name, value]) => ({ name, value }));
  }

  async follow(from: URL, init: RequestInit, isGoal: (location: URL) => boolean): Promise<URL> {
    let at = from;
    let sent = init;
    for (let step = 0; step < 10; step += 1) {
      const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const response = await fetch(at, { ...sent, redirect: "manual", headers: { cookie } });
      for (const set of response.headers.getSetCookie()) this.#keep(set);
      const location = response.headers.get("location");
      if (location === null) throw new Error(`${at.href} answers ${response.status} where a redirect was due.`);
      at = new URL(location, at);
      if (isGoal(at)) return at;
      sent = {};
    }
    throw new Error(`${from.href} redirects without end.`);
  }

  #keep(set: string): void {
    const [pair = ""] = set.split(";");
    const [name = "", ...value] = pair.split("=");
    this.#cookies.set(name, value.join("="));
  }
}
