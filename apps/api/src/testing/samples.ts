import type { ResourceName } from "@airlock/contract";
import type { NamesFor } from "../http/call.ts";
import { cancelledExport, finishedExport } from "./exports.ts";
import * as datasources from "./datasources.ts";
import { experimentOf, resultOf } from "./experiments.ts";
import * as predictions from "./predictions.ts";
import { newId } from "@airlock/platform";
import { newAddress, type Person } from "./person.ts";
import * as specimens from "./specimens.ts";
import type { Ids } from "./ids.ts";

export type UserAction = NamesFor<"user">;

/** The states of each resource that links and refusals may depend on. `made` ones are made anew for every call that changes them. */
export interface Specimen {
  readonly name: string;
  readonly find: (admin: Person, person: Person) => Promise<Ids>;
}

/** Of one time for all: a day that ends now ends differently for two who ask. */
const someHours = { gran: "hour", start: "2026-01-01T00:00:00.000Z", end: "2026-01-01T06:00:00.000Z" };

const is = (name: string, find: (admin: Person, person: Person) => Promise<Ids> | Ids): Specimen => ({
  name,
  find: async (admin, person) => find(admin, person),
});

export const resourceSpecimens: Readonly<Record<ResourceName, readonly Specimen[]>> = {
  profile: [is("own profile", () => ({}))],
  solution: [
    is("unfinished solution", specimens.draft),
    is("finished solution", specimens.solution),
    is("serving solution", specimens.servingVersion),
  ],
  version: [
    is("new version", specimens.version),
    is("serving version", specimens.servingVersion),
    is("stopped version", specimens.stoppedVersion),
  ],
  release: [is("live release", specimens.release), is("scheduled release", specimens.scheduledRelease)],
  user: [
    is("invited user", specimens.invitedUser),
    is("system account", specimens.systemAccount),
    is("oneself", (_admin, person) => ({ userId: person.userId })),
  ],
  execution: [is("execution", specimens.execution)],
  export: [is("cancelled export", cancelledExport), is("finished export", finishedExport)],
  erasure: [is("erasure", specimens.erasure), is("cancelled erasure", specimens.cancelledErasure)],
  comparison: [is("comparison", specimens.comparison)],
  key: [is("key", specimens.accountWithKey)],
  role: [is("role", specimens.role), is("ADMI role", specimens.administratorRole)],
  organisation: [
    is("managed organisation", specimens.managedOrganisation),
    is("organisation with a service account", specimens.organisationWithAccount),
    is("own organisation", (admin) => ({ organisationId: admin.organisationId })),
  ],
  group: [is("group", specimens.group), is("ADMI group", specimens.administratorGroup)],
  member: [],
  datasource: [is("datasource without records", datasources.cancelledDatasource), is("datasource", datasources.readyDatasource)],
  import: [is("import that ended", datasources.cancelledDatasource), is("import", datasources.waitingImport)],
  upload: [is("upload", datasources.unfinishedUpload)],
  experiment: [is("experiment", (admin) => experimentOf(admin, specimens.runnable))],
  experimentResult: [
    is("finished experiment", (admin) => resultOf(admin, specimens.runnable)),
    is("cancelled experiment", (admin) => resultOf(admin, specimens.runnable, "cancelled")),
    is("experiment under way", (admin) => resultOf(admin, specimens.runnable, "waiting")),
  ],
  prediction: [
    is("new prediction", predictions.newPrediction),
    is("prediction that trains", predictions.trainingPrediction),
    is("trained prediction", predictions.trainedPrediction),
    is("analytics prediction", predictions.analyticsPrediction),
    is("analytics prediction that is scheduled", predictions.scheduledPrediction),
  ],
  model: [is("model", predictions.trainedPrediction)],
  secret: [is("secret", specimens.secret)],
};

export interface Sample {
  /** Ids that the path needs besides those of the object. */
  readonly others?: (admin: Person) => Promise<Ids>;
  readonly query?: Readonly<Record<string, string>>;
  /** `ids`: of the object that is acted on. */
  readonly body?: (person: Person, ids: Ids) => unknown;
}

const account = (person: Person) => ({
  firstName: "New",
  name: "Comer",
  emailAddress: newAddress(),
  organisationWss: person.organisationId,
});

const finishedResult = (admin: Person) => resultOf(admin, specimens.runnable);

/** What to send with each call so that it would succeed. A row of the action table without an entry does not compile. */
export const samples: Readonly<Record<UserAction, Sample>> = {
  "profile.read": {},
  "profile.update": { body: () => ({ firstName: "Given" }) },
  "dashboard.update": { body: () => ({ dashboard: [] }) },
  "solutions.list": {},
  "solutions.create": { body: () => ({}) },
  "solution.read": {},
  "solution.update": { body: () => ({ description: "changed" }) },
  "solution.delete": {},
  "definition.read": {},
  "definition.update": { body: () => specimens.runnable },
  "solution.saves.list": {},
  "solution.save.read": { others: () => Promise.resolve({ revision: "1" }) },
  "solution.execute": { body: () => ({}) },
  "solution.versions.list": {},
  "solution.versions.create": { body: () => ({}) },
  "versions.list": {},
  "versions.listAll": {},
  "solution.releases.list": {},
  "solution.releases.create": { body: (_person, ids) => ({ versionWss: ids["versionId"] ?? "none" }) },
  "release.read": {},
  "release.cancel": {},
  "version.read": {},
  "version.definition": {},
  "version.openapi": {},
  "version.update": { body: () => ({ versionDescription: "changed" }) },
  "version.delete": {},
  "version.deploy": {},
  "version.stop": {},
  "version.heat": {},
  "experimentResult.heat": {},
  "experimentResult.definition": {},
  "experimentResult.whatIf": { body: () => ({ changes: [] }) },
  "comparisons.list": {},
  "comparisons.create": {
    body: () => ({ left: {}, right: {}, over: { executions: { start: "2026-01-01T00:00:00Z", end: "2026-02-01T00:00:00Z" } } }),
  },
  "comparison.read": { others: specimens.comparison },
  "comparison.delete": {},
  "comparison.records": {},
  "comparison.record": {},
  "version.stats": { query: someHours },
  "executions.list": {},
  "version.executions": {},
  "refusedRequests.list": {},
  "refusedRequests.count": {},
  "execution.read": { others: specimens.execution },
  "exports.create": { body: () => ({ format: "csv" }) },
  "exports.list": {},
  "export.read": {},
  "export.delete": {},
  "export.file": {},
  "erasures.list": {},
  "erasures.create": { body: () => ({ field: "person", value: "P-1" }) },
  "erasures.preview": { body: () => ({ field: "person", value: "P-1" }) },
  "erasures.fields": {},
  "erasure.cancel": {},
  "erasure.read": {},
  "organisation.retention.read": {},
  "organisation.retention.update": { body: () => ({ days: 30 }) },
  "organisation.retention.preview": { query: { days: "30" } },
  "stats.read": { query: someHours },
  "stats.details": { query: someHours },
  "users.list": {},
  "users.create": { body: account },
  "users.invite": { body: account },
  "user.read": {},
  "user.update": { body: () => ({ description: "changed" }) },
  "user.delete": {},
  "user.reinvite": {},
  "user.roles.list": {},
  "user.role.add": { others: specimens.role },
  "user.role.remove": { others: specimens.role },
  "user.keys.list": {},
  "user.keys.create": { body: () => ({ name: "key" }) },
  "user.key.revoke": {},
  "allRoles.list": {},
  "allRoles.create": { body: () => ({}) },
  "role.read": {},
  "role.update": { body: () => ({ description: "changed" }) },
  "role.delete": {},
  "permissions.list": {},
  "organisations.list": {},
  "organisations.create": { body: () => ({}) },
  "organisation.read": {},
  "organisation.update": { body: () => ({ name: "Changed" }) },
  "organisation.delete": {},
  "organisation.holdings": {},
  "organisation.serviceAccount": { body: () => ({ useAirlock: true }) },
  "organisation.projectIds": { body: () => ({ organisationIdStr: "changed-project" }) },
  "organisation.testConnection": {},
  "groups.list": {},
  "groups.create": { body: () => ({}) },
  "group.read": {},
  "group.update": { body: () => ({ description: "changed" }) },
  "group.delete": {},
  "group.members.list": {},
  "group.member.add": { others: specimens.invitedUser },
  "group.member.remove": { others: specimens.invitedUser },
  "group.role.add": { others: specimens.role },
  "group.role.remove": { others: specimens.role },
  "audit.list": {},
  "audit.file": {},
  "secrets.list": {},
  "secrets.create": { body: () => ({ name: `Made_${newId()}`, hosts: ["api.example.com"], value: "a value that nobody sees" }) },
  "secret.read": {},
  "secret.update": { body: () => ({ hosts: ["other.example.com"], value: "another value that nobody sees" }) },
  "secret.delete": {},
  "datasources.list": {},
  "datasources.create": { body: () => ({ type: "BigQuery", name: "Loans", tableName: "loans" }) },
  "datasource.read": {},
  "datasource.update": { body: () => ({ name: "Changed" }) },
  "datasource.delete": { body: () => ({ deleteData: true }) },
  "datasource.count": {},
  "datasource.metadata": {},
  "buckets.list": {},
  "bucket.files": { others: datasources.sampleInBucket, body: datasources.placeOf },
  "bucket.definition": { others: datasources.sampleInBucket, body: datasources.placeOf },
  "uploads.create": { body: () => ({ fileName: "new.csv", length: 10 }) },
  "upload.read": {},
  "upload.add": { query: { from: "0" }, body: () => datasources.piece },
  "upload.cancel": {},
  "imports.list": {},
  "import.read": {},
  "import.cancel": {},
  "import.rejections": {},
  "experiments.list": {},
  "experiments.create": { body: () => ({ name: "New experiment" }) },
  "experiment.read": {},
  "experiment.update": { body: () => ({ description: "changed" }) },
  "experiment.delete": {},
  "experiment.results.list": {},
  "experiment.run": {},
  "experimentResult.read": { others: finishedResult },
  "experimentResult.delete": {},
  "experimentResult.cancel": {},
  "experimentResult.details": { others: finishedResult },
  "experimentResult.graph": { body: () => ({}) },
  "experimentResult.marks": { body: () => ({ x: { field: "outcome" } }) },
  "experimentResult.records": { body: () => ({}) },
  "experimentResult.record": { others: () => Promise.resolve({ row: "1" }) },
  "predictions.list": {},
  "predictions.create": { body: () => ({ name: "New prediction" }) },
  "prediction.read": {},
  "prediction.update": { body: () => ({ description: "changed" }) },
  "prediction.delete": {},
  "prediction.train": { body: () => null },
  "prediction.cancelTraining": {},
  "prediction.training": {},
  "prediction.trainingLogs": {},
  "prediction.deploy": { body: () => null },
  "prediction.startScheduler": { body: () => null },
  "prediction.stopScheduler": {},
  "prediction.runs": {},
  "prediction.drift": {},
  "prediction.watch": { body: () => ({ threshold: 0.25, notify: false }) },
  "prediction.outcomes": { body: () => null },
  "prediction.models": {},
  "model.read": {},
  "model.explain": { body: () => ({ values: { age: 40 } }) },
};
