import { OAuth2Client } from "google-auth-library";
import type { AccessToken } from "./service-account-token.ts";

/** A client with an access token that cannot get another one: the SDKs never see the account's key. */
export function clientWith({ token, expires }: AccessToken): OAuth2Client {
  const client = new OAuth2Client();
  client.setCredentials({ access_token: token, expiry_date: expires.getTime() });
  return client;
}
