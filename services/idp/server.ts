import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Provider } from "oidc-provider";
import { z } from "zod";
import { newAccount, type Accounts } from "./accounts.ts";
import { errorPage, signInPage } from "./pages.ts";
import { grantToken, type KeyFile } from "./service-account.ts";
import { providerSettings, type ProviderSettings } from "./settings.ts";

/** The provider's protocol, its sign-in form, a token endpoint for a service account, and controls for tests under /development. */
export function createIdpServer(provider: Provider, accounts: Accounts, settings: ProviderSettings, serviceAccount: KeyFile): Server {
  // Koa handles rejections of the promise itself.
  const protocol = provider.callback();
  return createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://idp").pathname;
    if (path.startsWith("/interaction/")) {
      signIn(provider, accounts, request, response).catch((error: unknown) => {
        sendHtml(response, 400, errorPage("interaction_failed", error instanceof Error ? error.message : String(error)));
      });
    } else if (path.startsWith("/development/")) {
      arrange(path, accounts, settings, serviceAccount, request, response).catch((error: unknown) => {
        sendJson(response, 400, { message: error instanceof Error ? error.message : String(error) });
      });
    } else if (path === serviceAccountTokenPath && request.method === "POST") {
      tokenFor(serviceAccount, request, response).catch((error: unknown) => {
        sendJson(response, 400, { error: "invalid_request", error_description: error instanceof Error ? error.message : String(error) });
      });
    } else {
      void protocol(request, response);
    }
  });
}

/** Replaces Google's token endpoint, which the bucket server and the BigQuery emulator do not have. */
export const serviceAccountTokenPath = "/google/token";

async function tokenFor(account: KeyFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await grantToken(account, new URLSearchParams(await text(request)));
  sendJson(response, status, body);
}

async function signIn(provider: Provider, accounts: Accounts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const interaction = await provider.interactionDetails(request, response);
  if (request.method !== "POST") {
    const hint = interaction.params["login_hint"];
    sendHtml(response, 200, signInPage(interaction.uid, typeof hint === "string" ? hint : ""));
    return;
  }
  const form = new URLSearchParams(await text(request));
  const email = form.get("email") ?? "";
  const found = accounts.byEmail(email);
  if (found === undefined || found.password !== form.get("password")) {
    sendHtml(response, 401, signInPage(interaction.uid, email, "The email or the password is not right."));
    return;
  }
  await provider.interactionFinished(request, response, { login: { accountId: found.sub } }, { mergeWithLastSubmission: false });
}

async function arrange(
  path: string,
  accounts: Accounts,
  settings: ProviderSettings,
  serviceAccount: KeyFile,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = async () => z.record(z.string(), z.unknown()).parse(JSON.parse(await text(request)));
  const route = `${request.method ?? "GET"} ${path}`;
  if (route === "GET /development/accounts") sendJson(response, 200, accounts.list());
  else if (route === "POST /development/accounts") sendJson(response, 201, accounts.put(newAccount.parse(await body())));
  else if (route === "GET /development/service-account") sendJson(response, 200, serviceAccount);
  else if (route === "GET /development/settings") sendJson(response, 200, settings);
  else if (route === "PUT /development/settings") {
    Object.assign(settings, providerSettings.parse({ ...settings, ...(await body()) }));
    sendJson(response, 200, settings);
  } else sendJson(response, 404, { message: "There is nothing here." });
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
  response.end(html);
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(value));
}
