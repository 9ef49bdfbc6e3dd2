import type { AuditFields, AuditNoun, RequestEventKind } from "@airlock/contract";
import { counted } from "../ui/format/numbers.ts";
import { fieldTitle } from "./audit-diff.ts";

/** A piece of a sentence: words, or the name of an entity. */
export type SentencePart = string | { readonly name: string };
type Entry = Pick<AuditFields, "noun" | "change" | "recordName" | "changed" | "before" | "after">;

const named = (name: string): SentencePart => ({ name });

/** 'Credit desk: Analyst' names an entity and what belongs to it. Older entries name only the latter. */
function pairOf(recordName: string): readonly [owner: string | undefined, own: string] {
  const at = recordName.indexOf(": ");
  return at === -1 ? [undefined, recordName] : [recordName.slice(0, at), recordName.slice(at + 2)];
}

function fieldsOf({ changed }: Entry): string {
  const titles = changed.map((field, at) => (at === 0 ? fieldTitle(field) : fieldTitle(field).toLowerCase()));
  return titles.length === 0 ? "something" : titles.length > 3 ? `${titles.length} fields` : titles.join(", ").toLowerCase();
}

/** Created, changed or deleted, for kinds whose changes need no words of their own. */
function plain(kind: string) {
  return (entry: Entry): readonly SentencePart[] => {
    const { change, recordName } = entry;
    const what = recordName === "" ? [unnamedTitles[kind] ?? `a ${kind}`] : [`the ${kind} `, named(recordName)];
    if (change === "created") return ["Created ", ...what];
    if (change === "deleted") return ["Deleted ", ...what];
    return [`Changed ${fieldsOf(entry)} of `, ...what];
  };
}

/** For entities that have no name. */
const unnamedTitles: Readonly<Record<string, string>> = {
  comparison: "a comparison",
  datasource: "a datasource",
  experiment: "an experiment",
  group: "a group",
  list: "a list",
  monitor: "a monitor",
  organisation: "an organisation",
  prediction: "a prediction",
  role: "a role",
  "S3 account": "an S3 account",
  secret: "a secret",
  "service account": "a service account",
  solution: "a solution",
  user: "a user",
};

function ofVersion(recordName: string): readonly SentencePart[] {
  const [solution, version] = pairOf(recordName);
  return solution === undefined ? [named(version)] : [named(version), " of ", named(solution)];
}

function retentionSentence({ change, changed, before, after }: Entry): string {
  if (change === "deleted") return "Set executions to be kept forever";
  const days = after?.["days"];
  const next = after?.["nextDays"];
  if (typeof next === "number") return `Scheduled a shorter retention of executions: ${counted(next, "day")}`;
  if (change === "updated" && !changed.includes("days")) return "Cancelled a shorter retention of executions";
  if (typeof days === "number") {
    const isApplied = typeof before?.["nextDays"] === "number" && before["nextDays"] === days;
    return isApplied
      ? `A shorter retention of executions took effect: ${counted(days, "day")}`
      : `Set executions to be kept for ${counted(days, "day")}`;
  }
  return days === null ? "Set executions to be kept forever" : "Changed how long executions are kept";
}

/** What an entry of the thread of a release request did. */
const eventVerbs: Readonly<Record<RequestEventKind, string>> = {
  comment: "Commented on the release of ",
  approved: "Approved the release of ",
  rejected: "Rejected the release of ",
  replaced: "Replaced the version of a release request by ",
  gates: "Ran the gates of ",
  withdrawn: "Withdrew the request to release ",
  released: "Released by request ",
  bypassed: "Bypassed approvals and gates to release ",
};

function isEventKind(kind: string): kind is RequestEventKind {
  return Object.hasOwn(eventVerbs, kind);
}

/** The sentence for each kind of entry. A new kind does not compile without one. */
const sentences: Readonly<Record<AuditNoun, (entry: Entry) => readonly SentencePart[]>> = {
  user: plain("user"),
  userRole: ({ change, recordName }) => {
    const [user = "", role] = pairOf(recordName);
    return change === "deleted"
      ? ["Removed the role ", named(role), " from ", named(user)]
      : ["Assigned the role ", named(role), " to ", named(user)];
  },
  key: (entry) => {
    const [account, key] = pairOf(entry.recordName);
    const verb = entry.change === "created" ? "Issued" : entry.change === "deleted" ? "Revoked" : `Changed ${fieldsOf(entry)} of`;
    return [`${verb} the key `, named(key), ...(account === undefined ? [] : [" of ", named(account)])];
  },
  role: plain("role"),
  group: plain("group"),
  groupMember: ({ change, recordName }) => {
    const [group = "", user] = pairOf(recordName);
    return change === "deleted"
      ? ["Removed ", named(user), " from the group ", named(group)]
      : ["Added ", named(user), " to the group ", named(group)];
  },
  groupRole: ({ change, recordName }) => {
    const [group = "", role] = pairOf(recordName);
    return change === "deleted"
      ? ["Removed the role ", named(role), " from the group ", named(group)]
      : ["Assigned the role ", named(role), " to the group ", named(group)];
  },
  organisation: plain("organisation"),
  serviceAccount: plain("service account"),
  s3Account: plain("S3 account"),
  retention: (entry) => [retentionSentence(entry)],
  secret: plain("secret"),
  solution: plain("solution"),
  definition: ({ change, recordName }) => [`${change === "created" ? "Drew" : "Changed"} the definition of `, named(recordName)],
  version: (entry) => {
    const version = ofVersion(entry.recordName);
    if (entry.change === "executed") return ["Executed ", ...version];
    if (entry.change === "created") return ["Created ", ...version];
    if (entry.change === "deleted") return ["Deleted ", ...version];
    if (entry.changed.includes("deletedDate")) return ["Deleted ", ...version];
    if (entry.changed.includes("desired")) {
      return [entry.after?.["desired"] === "serving" ? "Started serving " : "Stopped serving ", ...version];
    }
    if (entry.changed.includes("deploymentStatus")) {
      const isServing = entry.after?.["deploymentStatus"] === "serving";
      return [isServing ? "Runtimes confirmed that they serve " : "Runtimes reported a new state of ", ...version];
    }
    return [`Changed ${fieldsOf(entry)} of `, ...version];
  },
  release: ({ change, changed, after, recordName }) => {
    const version = ofVersion(recordName);
    if (change === "created") return ["Scheduled the release of ", ...version];
    if (!changed.includes("status")) return ["Changed the release of ", ...version];
    switch (after?.["status"]) {
      case "live":
        return [after["kind"] === "rollback" ? "Rolled back to " : "Released ", ...version];
      case "ended":
        return ["Ended the release of ", ...version];
      case "cancelled":
        return ["Cancelled the release of ", ...version];
      default:
        return ["Could not release ", ...version];
    }
  },
  rollout: (entry) => {
    const version = ofVersion(entry.recordName);
    if (entry.change === "created") return ["Started a rollout of ", ...version];
    if (entry.change === "deleted") return ["Deleted a rollout of ", ...version];
    if (entry.changed.includes("status")) {
      switch (entry.after?.["status"]) {
        case "promoted":
          return ["Promoted the rollout of ", ...version];
        case "rolledBack":
          return ["Rolled back the rollout of ", ...version];
        default:
          return ["Ended the rollout of ", ...version];
      }
    }
    return [`Changed ${fieldsOf(entry)} of the rollout of `, ...version];
  },
  releasePolicy: ({ change, recordName }) => {
    if (recordName === "") {
      if (change === "deleted") return ["Deleted the release policy of all solutions"];
      return [change === "created" ? "Set the release policy of all solutions" : "Changed the release policy of all solutions"];
    }
    if (change === "deleted") return ["Restored the organisation's release policy for ", named(recordName)];
    return [change === "created" ? "Set the release policy of " : "Changed the release policy of ", named(recordName)];
  },
  releaseRequest: (entry) => {
    const version = ofVersion(entry.recordName);
    if (entry.change === "created") return ["Requested the release of ", ...version];
    if (entry.change === "deleted") return ["Deleted the request to release ", ...version];
    if (entry.changed.includes("status")) {
      switch (entry.after?.["status"]) {
        case "released":
          return ["Closed the request to release ", ...version, ", which is released"];
        case "rejected":
          return ["Rejected the request to release ", ...version];
        case "withdrawn":
          return ["Withdrew the request to release ", ...version];
        default:
          return ["Reopened the request to release ", ...version];
      }
    }
    if (entry.changed.includes("versionId")) return ["Replaced the version of a release request by ", ...version];
    return [`Changed ${fieldsOf(entry)} of the request to release `, ...version];
  },
  releaseRequestEvent: ({ change, changed, after, recordName }) => {
    const version = ofVersion(recordName);
    if (change === "deleted") return ["Deleted an entry of the request to release ", ...version];
    if (change === "updated") {
      return [
        changed.includes("isVoid") ? "Voided an approval of the release of " : "Changed an entry of the request to release ",
        ...version,
      ];
    }
    const kind = after?.["kind"];
    return [typeof kind === "string" && isEventKind(kind) ? eventVerbs[kind] : "Added to the request to release ", ...version];
  },
  monitor: (entry) => {
    if (entry.change !== "updated" || !entry.changed.includes("mutedUntil")) return plain("monitor")(entry);
    return [typeof entry.after?.["mutedUntil"] === "string" ? "Muted the monitor " : "Unmuted the monitor ", named(entry.recordName)];
  },
  firing: ({ change, changed, recordName }) => {
    const monitor = ["of the monitor ", named(recordName)];
    if (change === "created") return ["Detected a firing ", ...monitor];
    if (change === "deleted") return ["Deleted a firing ", ...monitor];
    return [changed.includes("acknowledgedDate") ? "Acknowledged a firing " : "Ended a firing ", ...monitor];
  },
  list: plain("list"),
  listVersion: ({ change, recordName }) => {
    const [list = "", number] = pairOf(recordName);
    const verb = change === "created" ? "Published " : change === "deleted" ? "Withdrew " : "Changed ";
    return [verb, named(number), " of the list ", named(list)];
  },
  datasource: plain("datasource"),
  experiment: plain("experiment"),
  experimentResult: ({ change, recordName }) => [
    change === "created"
      ? "Ran the experiment "
      : change === "deleted"
        ? "Deleted a result of the experiment "
        : "Changed a result of the experiment ",
    named(recordName),
  ],
  comparison: plain("comparison"),
  prediction: plain("prediction"),
  trainingJob: ({ change, recordName }) => [
    change === "created" ? "Trained the prediction " : change === "deleted" ? "Deleted a training of " : "Changed a training of ",
    named(recordName),
  ],
  predictionModel: ({ change, recordName }) => [
    change === "created" ? "Stored a model of the prediction " : change === "deleted" ? "Deleted a model of " : "Changed a model of ",
    named(recordName),
  ],
  predictionWatche: ({ recordName }) => ["Changed the drift settings of the prediction ", named(recordName)],
  export: ({ change }) => [change === "downloaded" ? "Downloaded an export of executions" : "Exported executions"],
  erasure: ({ changed }) => [
    changed.includes("cancelledDate") ? "Cancelled the erasure of a person's executions" : "Requested the erasure of a person's executions",
  ],
  signIn: ({ change, recordName }) => (change === "refused" ? ["Sign-in refused for ", named(recordName)] : ["Signed in"]),
  execution: ({ recordName }) => ["Read an execution of ", ...ofVersion(recordName)],
  testExecution: ({ recordName }) => ["Executed a test of ", named(recordName)],
  audit: () => ["Downloaded the audit"],
};

function isNoun(noun: string): noun is AuditNoun {
  return Object.hasOwn(sentences, noun);
}

/** What a person did, in a sentence: 'Started serving Version 1 of Loan check'. */
export function auditSentence(entry: Entry): readonly SentencePart[] {
  const parts = isNoun(entry.noun) ? sentences[entry.noun](entry) : plain(entry.noun)(entry);
  return parts.filter((part) => typeof part === "string" || part.name !== "");
}

export function sentenceText(entry: Entry): string {
  return auditSentence(entry)
    .map((part) => (typeof part === "string" ? part : part.name))
    .join("");
}
