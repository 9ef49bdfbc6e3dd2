import { parseAllDocuments } from "yaml";
import { z } from "zod";

/** The part of Kubernetes that the policies read; `kubernetes-validate` checks the rest. */
const labels = z.record(z.string(), z.string());
const probe = z.record(z.string(), z.unknown()).optional();
const amounts = z.object({ cpu: z.string().optional(), memory: z.string().optional() }).default({});

const container = z.object({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).default([]),
  args: z.array(z.string()).default([]),
  env: z
    .array(
      z.object({
        name: z.string(),
        value: z.string().optional(),
        valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }).optional() }).optional(),
      }),
    )
    .default([]),
  envFrom: z.array(z.unknown()).default([]),
  ports: z.array(z.object({ name: z.string().optional(), containerPort: z.number() })).default([]),
  securityContext: z
    .object({
      allowPrivilegeEscalation: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      runAsUser: z.number().optional(),
      privileged: z.boolean().optional(),
      capabilities: z.object({ drop: z.array(z.string()).default([]), add: z.array(z.string()).default([]) }).optional(),
    })
    .default({}),
  resources: z.object({ requests: amounts, limits: amounts }).prefault({}),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  lifecycle: z.object({ preStop: z.unknown().optional() }).optional(),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })).default([]),
});
export type Container = z.output<typeof container>;

const podTemplate = z.object({
  metadata: z.object({ labels: labels.default({}) }).prefault({}),
  spec: z.object({
    automountServiceAccountToken: z.boolean().optional(),
    serviceAccountName: z.string().optional(),
    securityContext: z
      .object({
        runAsNonRoot: z.boolean().optional(),
        runAsUser: z.number().optional(),
        seccompProfile: z.object({ type: z.string() }).optional(),
      })
      .default({}),
    initContainers: z.array(container).default([]),
    containers: z.array(container),
    volumes: z
      .array(
        z.object({
          name: z.string(),
          secret: z.object({ secretName: z.string() }).optional(),
          persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
        }),
      )
      .default([]),
  }),
});

const manifest = z.object({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.object({
    name: z.string(),
    labels: labels.default({}),
    annotations: labels.default({}),
  }),
  spec: z.unknown().optional(),
  data: z.record(z.string(), z.string()).default({}),
});
export type Manifest = z.output<typeof manifest>;

export function readManifests(text: string): readonly Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const value: unknown = document.toJS();
    return value === null ? [] : [manifest.parse(value)];
  });
}

export interface Pod {
  readonly kind: string;
  readonly name: string;
  readonly component: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: z.output<typeof podTemplate>["spec"];
  readonly containers: readonly Container[];
}

const workload = z.object({ template: podTemplate });

export function podsOf(manifests: readonly Manifest[]): readonly Pod[] {
  return manifests
    .filter(({ kind }) => ["Deployment", "StatefulSet", "DaemonSet", "Job", "CronJob"].includes(kind))
    .map(({ kind, metadata, spec }) => {
      const { template } = workload.parse(spec);
      return {
        kind,
        name: metadata.name,
        component: template.metadata.labels["app.kubernetes.io/component"] ?? "",
        labels: template.metadata.labels,
        spec: template.spec,
        containers: [...template.spec.initContainers, ...template.spec.containers],
      };
    });
}

/** Whether a label selector selects a pod or a service. */
export function selects(selector: Readonly<Record<string, string>>, chosen: Readonly<Record<string, string>>): boolean {
  return Object.entries(selector).every(([label, value]) => chosen[label] === value);
}
