import { describe, expect, it } from "vitest";
import { ApiProblem, NETWORK } from "../api-problem.ts";
import type { Credentials } from "../client.ts";
import { callsThrough, type RequestOptions } from "../calls.ts";
import { createMessages } from "../../ui/messages/messages.ts";
import type { Identity, Tokens } from "./identity.ts";
import { Session } from "./session.ts";
import type { SessionNews } from "./session.ts";

const profile = { _embedded: { permissions: ["solutions.list"], organisationWss: "alpha" }, _links: {} };
const problem = (status: number, code: string) =>
  new ApiProblem({ status, code, message: "Message", description: "Description.", correlationId: "c" });

interface Story {
  readonly stored?: Tokens;
  readonly login?: () => Promise<unknown>;
  readonly refresh?: () => Promise<Tokens>;
  readonly config?: () => Promise<{ issuer: string; clientId: string; scope: string; productVersion: string }>;
  readonly complete?: Identity["complete"];
  readonly askAgain?: boolean;
  readonly organisation?: string;
  readonly activationKey?: string;
}

function setUp(story: Story = {}) {
  const messages = createMessages();
  const news: SessionNews[] = [];
  let stored = story.stored;
  let credentials: Credentials | undefined;
  const sentTokens: (string | undefined)[] = [];
  const sentBodies: unknown[] = [];
  let organisation = story.organisation;
  const signIns: (boolean | undefined)[] = [];
  let askAgain = story.askAgain ?? false;
  const identity: Identity = {
    read: () => Promise.resolve(stored),
    refresh: async () => (stored = await (story.refresh ?? (() => Promise.reject(new Error("invalid_grant"))))()),
    forget: () => Promise.resolve(void (stored = undefined)),
    signIn: ({ again }) => Promise.resolve(void signIns.push(again)),
    complete: story.complete ?? (() => Promise.reject(new Error("No matching state"))),
    signOut: () => Promise.resolve(void (stored = undefined)).then(() => false),
    accountUrl: () => Promise.resolve(undefined),
  };
  let ends = 0;
  let changes = 0;
  const reports: string[] = [];
  const session = new Session({
    loadConfig: story.config ?? (() => Promise.resolve({ issuer: "i", clientId: "c", scope: "s", productVersion: "1" })),
    identityFor: () => identity,
    clientFor(given) {
      credentials = given;
      const request = async (_method: string, _href: string, options: RequestOptions = {}) => {
        sentBodies.push(options.body);
        sentTokens.push(await given.token());
        return (story.login ?? (() => Promise.resolve(profile)))();
      };
      return callsThrough(request);
    },
    lock: (work) => work(),
    messages,
    tell: (one) => news.push(one),
    nowSeconds: () => 1000,
    askAgain: { get: () => askAgain, set: (ask) => (askAgain = ask) },
    organisation: { get: () => organisation, set: (id) => (organisation = id) },
    activationKey: () => story.activationKey,
    onEnd: () => (ends += 1),
    onRights: () => (changes += 1),
    report: (message) => reports.push(message),
  });
  return {
    session,
    news,
    sentTokens,
    sentBodies,
    organisation: () => organisation,
    signIns,
    asksAgain: () => askAgain,
    reports,
    ends: () => ends,
    changes: () => changes,
    stored: () => stored,
    credentials: () => {
      if (!credentials) throw new Error("The session made no client.");
      return credentials;
    },
    shownMessages: () => messages.shown().map((one) => [one.level, one.message, one.description ?? "", one.code ?? ""]),
  };
}

const good: Tokens = { accessToken: "good", expiresAt: 2000 };
const old: Tokens = { accessToken: "old", expiresAt: 900 };

describe("starting a session", () => {
  it("is anonymous without tokens and sends no request", async () => {
    const { session, sentTokens } = setUp();
    await session.start();
    expect([session.state().status, sentTokens]).toEqual(["anonymous", []]);
  });

  it("is authenticated when the api knows the token", async () => {
    const { session, sentTokens } = setUp({ stored: good });
    await session.start();
    expect([session.state().status, sentTokens]).toEqual(["authenticated", ["good"]]);
  });

  it("renews an expired token before the first request", async () => {
    const { session, sentTokens } = setUp({ stored: old, refresh: () => Promise.resolve(good) });
    await session.start();
    expect([session.state().status, sentTokens]).toEqual(["authenticated", ["good"]]);
  });

  it("logs out quietly when yesterday's session cannot be renewed", async () => {
    const { session, shownMessages, stored } = setUp({ stored: old });
    await session.start();
    expect([session.state().status, shownMessages(), stored()]).toEqual(["anonymous", [], undefined]);
  });

  it("is offline, with the warning, when the authorisation call meets a network error, and keeps the tokens", async () => {
    const { session, shownMessages, stored } = setUp({ stored: good, login: () => Promise.reject(problem(0, NETWORK)) });
    await session.start();
    expect(session.state().status).toBe("offline");
    expect(shownMessages()).toEqual([["warning", "Currently Offline", "please try again soon.", ""]]);
    expect(stored()).toEqual(good);
  });

  it("is offline when not even the configuration can be had", async () => {
    const { session } = setUp({ config: () => Promise.reject(new Error("no network")) });
    await session.start();
    expect(session.state().status).toBe("offline");
  });

  it("tries again from offline", async () => {
    let attempts = 0;
    const login = () => (++attempts === 1 ? Promise.reject(problem(0, NETWORK)) : Promise.resolve(profile));
    const { session } = setUp({ stored: good, login });
    await session.start();
    await session.start();
    expect(session.state().status).toBe("authenticated");
  });

  it("logs out at 404 and shows the message of the API", async () => {
    const { session, shownMessages, stored, news } = setUp({ stored: good, login: () => Promise.reject(problem(404, "USER_UNKNOWN")) });
    await session.start();
    expect([session.state().status, stored(), news]).toEqual(["anonymous", undefined, ["ended"]]);
    expect(shownMessages()).toEqual([["error", "Message", "Description.", "USER_UNKNOWN"]]);
  });

  it("has the provider ask who it is after a 404, also in a window that was reloaded, until someone is let in", async () => {
    const unknown = setUp({ stored: good, login: () => Promise.reject(problem(404, "USER_UNKNOWN")) });
    await unknown.session.start();
    expect(unknown.asksAgain()).toBe(true);
    const reloaded = setUp({ askAgain: true });
    await reloaded.session.start();
    await reloaded.session.signIn();
    expect(reloaded.signIns).toEqual([true]);
    const known = setUp({ stored: good, askAgain: true });
    await known.session.start();
    expect(known.asksAgain()).toBe(false);
  });

  it("refuses an answer that is not a profile", async () => {
    const { session, reports } = setUp({ stored: good, login: () => Promise.resolve({ hello: "world" }) });
    await session.start();
    expect([session.state().status, reports]).toEqual([
      "anonymous",
      ["Application error: the authorisation call answered something that is not a profile."],
    ]);
  });
});

describe("the organisation that a session acts in", () => {
  it("is the one of the profile, whatever another window has chosen since", async () => {
    const { session, credentials, organisation } = setUp({ stored: good, organisation: "beta" });
    expect(credentials().organisation()).toBe("beta");
    await session.start();
    expect([credentials().organisation(), organisation()]).toEqual(["alpha", "alpha"]);
    session.switchTo("gamma");
    expect([credentials().organisation(), organisation()]).toEqual(["alpha", "gamma"]);
  });

  it("is named by the activation link that was opened", async () => {
    const { session, sentBodies } = setUp({ stored: good, activationKey: "opened" });
    await session.start();
    expect(sentBodies).toEqual([{ resumed: true, activationKey: "opened" }]);
  });

  it("says at the login whether the person signed in now, or came back with the tokens of before", async () => {
    const back = setUp({ stored: good });
    await back.session.start();
    const { session, sentBodies } = setUp({ complete: () => Promise.resolve({ tokens: good, from: undefined }) });
    await session.complete("/callback?code=1");
    expect([back.sentBodies, sentBodies]).toEqual([[{ resumed: true }], [{ resumed: false }]]);
  });

  it("is undecided, without an error, while there are only invitations; tokens are kept", async () => {
    const { session, shownMessages, stored } = setUp({
      stored: good,
      login: () => Promise.reject(problem(409, "INVITATION_CHOICE_REQUIRED")),
    });
    await session.start();
    expect([session.state().status, shownMessages(), stored()]).toEqual(["undecided", [], good]);
  });

  it("is the accepted invitation's after a reload", async () => {
    const { session, organisation } = setUp({ stored: good, organisation: "beta" });
    await session.acceptInvitation("invitation");
    expect(organisation()).toBe("alpha");
  });
});

describe("a session at work", () => {
  it("ends at a refusal, in every window", async () => {
    const { session, credentials, news, ends, stored } = setUp({ stored: good });
    await session.start();
    credentials().end("refused", problem(403, "PERMISSION_MISSING"));
    await Promise.resolve();
    expect([session.state().status, ends()]).toEqual(["anonymous", 1]);
    await expect.poll(() => [news, stored()]).toEqual([["ended"], undefined]);
  });

  it("gives out a token that is near its end when it cannot renew", async () => {
    const near = setUp({ stored: { accessToken: "near", expiresAt: 1005 } });
    await near.session.start();
    expect(await near.credentials().token()).toBe("near");
  });

  it("follows the other windows out and in", async () => {
    const { session, ends } = setUp({ stored: good });
    await session.start();
    await session.hear("ended");
    expect([session.state().status, ends()]).toEqual(["anonymous", 1]);
    await session.hear("started");
    expect(session.state().status).toBe("authenticated");
  });

  it("stays out when another window logs out while the profile is on its way", async () => {
    const { session } = setUp({
      stored: good,
      login: async () => {
        await session.hear("ended");
        return profile;
      },
    });
    await session.start();
    expect(session.state().status).toBe("anonymous");
  });

  it("notifies the other windows, logs out here, and deletes the tokens", async () => {
    const { session, news, stored, ends } = setUp({ stored: good });
    await session.start();
    await session.logOut();
    expect([session.state().status, news, stored(), ends()]).toEqual(["anonymous", ["ended"], undefined, 1]);
  });
});

describe("coming back from the provider", () => {
  it("completes an address once, however often it is called", async () => {
    let completions = 0;
    const complete = () => {
      completions += 1;
      return Promise.resolve({ tokens: good, from: "/admin/solutions?q=loan" });
    };
    const { session, news } = setUp({ complete });
    const both = await Promise.all([session.complete("/callback?code=1"), session.complete("/callback?code=1")]);
    expect([both, completions, session.state().status, news]).toEqual([
      ["/admin/solutions?q=loan", "/admin/solutions?q=loan"],
      1,
      "authenticated",
      ["started"],
    ]);
  });

  it("keeps the session when the address was used before", async () => {
    const { session, shownMessages } = setUp({ stored: good });
    await session.complete("/callback?code=used");
    expect([session.state().status, shownMessages()]).toEqual(["authenticated", []]);
  });

  it("says so when the sign-in failed", async () => {
    const { session, shownMessages } = setUp();
    await session.complete("/callback?error=access_denied");
    expect([session.state().status, shownMessages()]).toEqual([
      "anonymous",
      [["error", "Login", "The sign-in was not finished. Try again.", "LOGIN_FAILED"]],
    ]);
  });
});

describe("rights that change during work", () => {
  const withRights = (revision: number, ...permissions: readonly string[]) => ({ _embedded: { permissions, revision }, _links: {} });
  const answers = (...all: readonly unknown[]) => {
    const waiting = [...all];
    return () => {
      const next = waiting.shift();
      return next instanceof ApiProblem ? Promise.reject(next) : Promise.resolve(next);
    };
  };

  it("are adopted and reported once, and data loaded with the old ones is loaded again", async () => {
    const then = withRights(1, "solutions.list");
    const now = withRights(1, "solutions.list", "users.list");
    const { session, changes, shownMessages } = setUp({ stored: good, login: answers(then, then, now, now) });
    await session.start();
    await session.reread();
    expect(changes()).toBe(0);
    await session.reread();
    await session.reread();
    expect(session.state()).toMatchObject({ status: "authenticated", profile: now });
    expect(changes()).toBe(1);
    expect(shownMessages()).toEqual([["info", "Your rights have changed", "The console shows what you may do now.", ""]]);
  });
  it("are not put back by an answer from before a change that was made here", async () => {
    const { session, changes } = setUp({ stored: good, login: answers(withRights(4, "users.list"), withRights(3)) });
    await session.start();
    await session.reread();
    expect(session.state()).toMatchObject({ profile: { _embedded: { revision: 4 } } });
    expect(changes()).toBe(0);
  });
  it("stay as they are while nothing answers", async () => {
    const { session, shownMessages } = setUp({
      stored: good,
      login: answers(withRights(1), problem(0, NETWORK), problem(503, "DATABASE_UNAVAILABLE")),
    });
    await session.start();
    await session.reread();
    await session.reread();
    expect(session.state().status).toBe("authenticated");
    expect(shownMessages()).toEqual([]);
  });
  it("end the session when the account is disabled or gone", async () => {
    for (const refusal of [problem(403, "USER_NOT_ACTIVE"), problem(404, "USER_UNKNOWN")]) {
      const { session, stored } = setUp({ stored: good, login: answers(withRights(1), refusal) });
      await session.start();
      await session.reread();
      expect(session.state().status).toBe("anonymous");
      expect(stored()).toBeUndefined();
    }
  });
});
