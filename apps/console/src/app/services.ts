import { QueryClient } from "@tanstack/react-query";
import { createActivity } from "../api/activity.ts";
import { ApiProblem } from "../api/api-problem.ts";
import { createClient } from "../api/client.ts";
import { report } from "../parts/fault/report.ts";
import { createMessages } from "../ui/messages/messages.ts";
import { chosenOrganisation } from "../api/session/chosen-organisation.ts";
import { loadConfig } from "../api/session/config.ts";
import { openIdIdentity } from "../api/session/openid-identity.ts";
import { Session } from "../api/session/session.ts";
import type { SessionNews } from "../api/session/session.ts";
import { storedValidation } from "../api/session/validation.ts";

/** The objects that live as long as the window, created once and passed down by context. */
export const messages = createMessages();
export const activity = createActivity();

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5000,
      // A refusal is final; only a request without a response is retried.
      retry: (failures, error) => failures < 2 && !(error instanceof ApiProblem && error.status !== 0),
      throwOnError: false,
    },
  },
});

const askAgainName = "airlock.ask-again";
const channel = new BroadcastChannel("airlock-session");

export const session = new Session({
  loadConfig,
  identityFor: openIdIdentity,
  clientFor: (credentials) =>
    createClient({
      origin: window.location.origin,
      fetch: (...input) => fetch(...input),
      credentials,
      activity,
      newId: () => crypto.randomUUID(),
    }),
  lock: (work) => navigator.locks.request("airlock-session", work),
  messages,
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin by itself.
  tell: (news) => channel.postMessage(news),
  nowSeconds: () => Date.now() / 1000,
  askAgain: {
    get: () => sessionStorage.getItem(askAgainName) !== null,
    set: (ask) => (ask ? sessionStorage.setItem(askAgainName, "yes") : sessionStorage.removeItem(askAgainName)),
  },
  organisation: chosenOrganisation,
  // Only a key that was validated in this window.
  activationKey: () => {
    const validation = storedValidation();
    return validation?.emailAddress === undefined ? undefined : validation.key;
  },
  onEnd: () => queries.clear(),
  // Deferred until the screens have rendered with the new permissions, so that queries that they no longer use are not sent again. An opened solution
  // is left alone: the editor owns it, and a refetch would replace it under the user's hands.
  onRights: () => void setTimeout(() => void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "solution" })),
  report,
});

function isNews(data: unknown): data is SessionNews {
  return data === "started" || data === "ended";
}

channel.addEventListener("message", (event: MessageEvent<unknown>) => {
  if (isNews(event.data)) void session.hear(event.data);
});
window.addEventListener("focus", () => chosenOrganisation.use());
// Pending deletions are carried out when the page is left, because the undo button disappears with it.
window.addEventListener("pagehide", () => messages.settleAll());
window.addEventListener("pageshow", (event) => {
  if (event.persisted) void session.recheck();
});
