/** Names of schemas in the OpenAPI document. A schema without a name is written inline. */
import { z } from "zod";
import { executionRequest, executionResource, pastExecutionList, tracedExecutionResource } from "../execution.ts";
import { groupCreate, groupList, groupResource, groupUpdate, memberList } from "../group.ts";
import { link } from "../hal.ts";
import { createdKey, keyCreate, keyList } from "../key.ts";
import {
  connectionTest,
  holdingsResource,
  organisationCreate,
  organisationList,
  organisationResource,
  organisationUpdate,
  projectIdsUpdate,
  s3AccountUpdate,
  serviceAccountUpdate,
} from "../organisation.ts";
import { explainQuestion, explanationResource, modelList, modelResource } from "../prediction-model.ts";
import { predictionList, predictionResource, predictionUpdate, trainingResource } from "../prediction.ts";
import { problemSchema } from "../problems/problem.ts";
import { permissionCatalogueList, roleCreate, roleList, roleResource, roleSummaryList, roleUpdate } from "../role.ts";
import { definitionResource, definitionUpdate, solutionCreate, solutionList, solutionResource, solutionUpdate } from "../solution.ts";
import { statsDetailsResource } from "../stats-details.ts";
import { statsResource } from "../stats.ts";
import {
  activation,
  dashboardUpdate,
  profileResource,
  profileUpdate,
  systemAccountCreate,
  userInvite,
  userList,
  userResource,
  userUpdate,
} from "../user.ts";
import { versionCreate, versionList, versionResource, versionUpdate } from "../version.ts";

const answers = {
  Problem: problemSchema,
  Link: link,
  Activation: activation,
  Profile: profileResource,
  Solution: solutionResource,
  SolutionList: solutionList,
  Definition: definitionResource,
  Version: versionResource,
  VersionList: versionList,
  Statistics: statsResource,
  StatisticsDetails: statsDetailsResource,
  Execution: executionResource,
  PastExecutionList: pastExecutionList,
  TracedExecution: tracedExecutionResource,
  User: userResource,
  UserList: userList,
  RoleSummaryList: roleSummaryList,
  KeyList: keyList,
  CreatedKey: createdKey,
  Role: roleResource,
  RoleList: roleList,
  PermissionList: permissionCatalogueList,
  Organisation: organisationResource,
  OrganisationList: organisationList,
  ConnectionTest: connectionTest,
  Holdings: holdingsResource,
  Group: groupResource,
  GroupList: groupList,
  MemberList: memberList,
  Prediction: predictionResource,
  PredictionList: predictionList,
  Training: trainingResource,
  Model: modelResource,
  ModelList: modelList,
  Explanation: explanationResource,
};

const bodies = {
  ProfileUpdate: profileUpdate,
  DashboardUpdate: dashboardUpdate,
  SolutionCreate: solutionCreate,
  SolutionUpdate: solutionUpdate,
  DefinitionUpdate: definitionUpdate,
  VersionCreate: versionCreate,
  VersionUpdate: versionUpdate,
  ExecutionRequest: executionRequest,
  SystemAccountCreate: systemAccountCreate,
  UserInvite: userInvite,
  UserUpdate: userUpdate,
  KeyCreate: keyCreate,
  RoleCreate: roleCreate,
  RoleUpdate: roleUpdate,
  OrganisationCreate: organisationCreate,
  OrganisationUpdate: organisationUpdate,
  ServiceAccountUpdate: serviceAccountUpdate,
  S3AccountUpdate: s3AccountUpdate,
  ProjectIdsUpdate: projectIdsUpdate,
  GroupCreate: groupCreate,
  GroupUpdate: groupUpdate,
  PredictionUpdate: predictionUpdate,
  ExplainQuestion: explainQuestion,
};

export type JsonSchema = Readonly<Record<string, unknown>>;

const uri = (id: string): string => `#/components/schemas/${id}`;

/** Requests are described by their input types and responses by their output types: a default makes a field optional only in requests. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries([...named(answers, "output"), ...named(bodies, "input")].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function named(schemas: Readonly<Record<string, z.ZodType>>, io: "input" | "output"): readonly [string, JsonSchema][] {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  const written = z.toJSONSchema(registry, { uri, io, override: plainFormats }).schemas;
  return Object.entries(written).map(([id, schema]) => [id, withoutHeaders(schema)]);
}

export function referTo(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const found = Object.entries(io === "input" ? bodies : answers).find(([, candidate]) => candidate === schema);
  return found === undefined ? writeOut(schema, io) : { $ref: uri(found[0]) };
}

export function writeOut(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return withoutHeaders(z.toJSONSchema(schema, { io, override: plainFormats }));
}

/** A named format is clearer to readers and generators than the regular expression behind it. */
function plainFormats({ jsonSchema }: { jsonSchema: { format?: string; pattern?: string } }): void {
  if (jsonSchema.format === "date-time" || jsonSchema.format === "email") delete jsonSchema.pattern;
}

/** A component has its name and dialect from the document around it. */
function withoutHeaders(schema: object): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$schema" && key !== "$id"));
}
