import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK, type JWTHeaderParameters } from "jose";

/** An identity provider under the control of a test: real keys and real HTTP, made-up persons. */
export interface Issuer {
  readonly url: string;
  readonly audience: string;
  /** An access token; everything about it can be set, or omitted with undefined. */
  readonly token: (claims: Readonly<Record<string, unknown>>, header?: Partial<JWTHeaderParameters>) => Promise<string>;
  /** The current signing key. */
  readonly privateKey: () => CryptoKey;
  readonly publicJwk: () => JWK;
  /** Creates a new key; the old one is no longer published. */
  readonly rotate: () => Promise<void>;
  /** Number of requests for the keys so far. */
  readonly requests: () => number;
  readonly goAway: () => Promise<void>;
  readonly comeBack: () => Promise<void>;
  readonly userinfo: Map<string, Readonly<Record<string, unknown>>>;
}

export async function startIssuer(): Promise<Issuer> {
  let number = 0;
  let current = await newKey();
  let requests = 0;
  let url = "";
  const userinfo = new Map<string, Readonly<Record<string, unknown>>>();

  async function newKey() {
    number += 1;
    const { privateKey, publicKey } = await generateKeyPair("RS256");
    return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: `key-${number}`, alg: "RS256", use: "sig" } };
  }

  function answer(path: string | undefined, authorization: string | undefined): unknown {
    switch (path) {
      case "/.well-known/openid-configuration":
        return { issuer: url, jwks_uri: `${url}/jwks`, userinfo_endpoint: `${url}/me` };
      case "/jwks":
        requests += 1;
        return { keys: [current.jwk] };
      case "/me":
        return userinfo.get(authorization?.replace("Bearer ", "") ?? "");
      default:
        return undefined;
    }
  }
  const server: Server = createServer((request, response) => {
    const body = answer(request.url, request.headers.authorization);
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json", connection: "close" });
    response.end(JSON.stringify(body ?? {}));
  });
  await listen(server, 0);
  // A listening TCP server has an address with a port.
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;

  return {
    url,
    audience: "airlock-api",
    token: async (claims, header = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const all = { iss: url, aud: "airlock-api", iat: now, exp: now + 7_200, ...claims };
      const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
      return new SignJWT(given)
        .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: current.jwk.kid, ...header })
        .sign(current.privateKey);
    },
    privateKey: () => current.privateKey,
    publicJwk: () => current.jwk,
    rotate: async () => {
      current = await newKey();
    },
    requests: () => requests,
    goAway: () => new Promise((resolve) => server.close(() => resolve())),
    comeBack: () => listen(server, port),
    userinfo,
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve());
  });
}
