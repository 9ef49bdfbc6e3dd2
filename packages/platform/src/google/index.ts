/** An organisation's own Google service account: its key file, and access tokens for it. */
export * from "./service-account.ts";
export { requestAccessToken, type AccessToken } from "./service-account-token.ts";
export { WentWrong } from "./went-wrong.ts";
