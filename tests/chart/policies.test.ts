import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { readManifests } from "./manifests.ts";
import { policies } from "./policies.ts";

/** A minimal runtime that satisfies every policy. */
const labels = { "app.kubernetes.io/component": "runtime" };
const good = {
  workload: {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: { name: "runtime" },
    spec: {
      template: {
        metadata: { labels },
        spec: {
          automountServiceAccountToken: false,
          securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
          containers: [
            {
              name: "runtime",
              image: "airlock-server:1.0",
              args: [] as string[],
              env: [
                { name: "AIRLOCK_NATS_URL", value: "nats://nats:4222" },
                { name: "AIRLOCK_NATS_PASSWORD", valueFrom: { secretKeyRef: { name: "x-runtime", key: "AIRLOCK_NATS_PASSWORD" } } },
              ] as object[],
              ports: [{ name: "http", containerPort: 8082 }],
              securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
              resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
              startupProbe: {},
              livenessProbe: {},
              readinessProbe: {},
              lifecycle: { preStop: {} },
              volumeMounts: [{ name: "data", mountPath: "/data" }],
            },
          ],
        },
      },
      volumeClaimTemplates: [{ metadata: { name: "data" } }],
    },
  },
  secret: { apiVersion: "v1", kind: "Secret", metadata: { name: "x-runtime" }, data: { AIRLOCK_NATS_PASSWORD: "cA==" } },
  service: {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "runtime", labels: { ...labels, job: "airlock-runtime" } },
    spec: { selector: labels, ports: [{ targetPort: "http" }] },
  },
  policy: {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "runtime" },
    spec: { podSelector: { matchLabels: labels }, policyTypes: ["Ingress", "Egress"], egress: [{ ports: [{ port: 53 }] }] as object[] },
  },
  budget: {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "runtime" },
    spec: { selector: { matchLabels: labels } },
  },
  autoscaler: {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "runtime" },
    spec: { scaleTargetRef: { kind: "StatefulSet", name: "runtime" } },
  },
  monitor: {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "ServiceMonitor",
    metadata: { name: "runtime" },
    spec: { jobLabel: "job", selector: { matchLabels: labels } },
  },
};
type Cluster = typeof good;

function breachesOf(change: (cluster: Cluster) => void): readonly string[] {
  const cluster = structuredClone(good);
  change(cluster);
  const text = Object.values(cluster)
    .map((one) => stringify(one))
    .join("---\n");
  return Object.values(policies).flatMap((policy) => policy(readManifests(text)));
}
const pod = (cluster: Cluster) => cluster.workload.spec.template.spec;
/** The only container of the example. */
function container(cluster: Cluster): Cluster["workload"]["spec"]["template"]["spec"]["containers"][number] {
  const [only] = pod(cluster).containers;
  if (only === undefined) throw new Error("The example has no container.");
  return only;
}
const secret = (name: string, key: string) => ({ name: key, valueFrom: { secretKeyRef: { name, key } } });

describe("policies of the chart", () => {
  it("find nothing in correct manifests", () => {
    expect(breachesOf(() => undefined)).toEqual([]);
  });

  it.each<[string, (cluster: Cluster) => void]>([
    ["runtime: may run as root", (cluster) => (pod(cluster).securityContext.runAsNonRoot = false)],
    ["runtime: may run as root", (cluster) => (pod(cluster).securityContext.runAsUser = 0)],
    ["runtime: may write its root file system", (cluster) => (container(cluster).securityContext.readOnlyRootFilesystem = false)],
    ["runtime: may gain privileges", (cluster) => (container(cluster).securityContext.allowPrivilegeEscalation = true)],
    ["runtime: has capabilities", (cluster) => (container(cluster).securityContext.capabilities.drop = [])],
    ["runtime: has no seccomp profile", (cluster) => (pod(cluster).securityContext.seccompProfile.type = "Unconfined")],
    ["runtime: has a token of the cluster's API", (cluster) => (pod(cluster).automountServiceAccountToken = true)],
    ["runtime: has the ServiceAccount airlock", (cluster) => Object.assign(pod(cluster), { serviceAccountName: "airlock" })],
    ["runtime: lacks a request or a limit", (cluster) => Object.assign(container(cluster), { resources: { requests: { cpu: "1" } } })],
    ["runtime: lacks a probe", (cluster) => Object.assign(container(cluster), { readinessProbe: undefined })],
    ["runtime: stops before it is drained", (cluster) => Object.assign(container(cluster), { lifecycle: undefined })],
    ["runtime: is airlock-server:latest", (cluster) => (container(cluster).image = "airlock-server:latest")],
    [
      "runtime: has AIRLOCK_SECRET_KEYS as a literal",
      (cluster) => container(cluster).env.push({ name: "AIRLOCK_SECRET_KEYS", value: "a:b" }),
    ],
    ["runtime: has an address with a password", (cluster) => container(cluster).env.push({ name: "EXTRA", value: "amqp://a:b@c" })],
    ["runtime: has the argument --token=x", (cluster) => container(cluster).args.push("--token=x")],
    ["runtime: reads the Secret x-api", (cluster) => container(cluster).env.push(secret("x-api", "AIRLOCK_NATS_PASSWORD"))],
    ["runtime: reads OTHER, which is missing", (cluster) => container(cluster).env.push(secret("x-runtime", "OTHER"))],
    ["runtime: takes all of a Secret", (cluster) => Object.assign(container(cluster), { envFrom: [{ secretRef: { name: "x-runtime" } }] })],
    ["Secret x-runtime: nobody reads OTHER", (cluster) => Object.assign(cluster.secret.data, { OTHER: "cA==" })],
    [
      "runtime: has AIRLOCK_POSTGRES_MIGRATION_URL",
      (cluster) => container(cluster).env.push(secret("x-runtime", "AIRLOCK_POSTGRES_MIGRATION_URL")),
    ],
    ["runtime: has AIRLOCK_CLICKHOUSE_USER", (cluster) => container(cluster).env.push({ name: "AIRLOCK_CLICKHOUSE_USER", value: "api" })],
    ["runtime: no policy covers it in both directions", (cluster) => (cluster.policy.spec.policyTypes = ["Ingress"])],
    ["runtime: may connect anywhere", (cluster) => cluster.policy.spec.egress.push({ ports: [{ port: 443 }] })],
    ["runtime: may connect anywhere", (cluster) => cluster.policy.spec.egress.push({})],
    ["Service runtime: there is no port https", (cluster) => (cluster.service.spec.ports = [{ targetPort: "https" }])],
    ["Service runtime: chooses 0 kinds of pods", (cluster) => (cluster.service.spec.selector = { "app.kubernetes.io/component": "other" })],
    [
      "PodDisruptionBudget runtime: chooses nothing",
      (cluster) => (cluster.budget.spec.selector.matchLabels = { "app.kubernetes.io/component": "other" }),
    ],
    ["runtime: has no budget", (cluster) => (cluster.budget.spec.selector.matchLabels = { "app.kubernetes.io/component": "other" })],
    ["HorizontalPodAutoscaler runtime: scales nothing", (cluster) => (cluster.autoscaler.spec.scaleTargetRef.name = "other")],
    ["ServiceMonitor runtime: chooses other", (cluster) => (cluster.service.metadata.labels.job = "other")],
    [
      "runtime: the disk for backups is on no volume",
      (cluster) =>
        container(cluster).volumeMounts.push({ name: "backups-config", mountPath: "/etc/clickhouse-server/config.d/airlock-backups.xml" }),
    ],
    [
      "runtime: the volume claim backups is missing",
      (cluster) => Object.assign(pod(cluster), { volumes: [{ name: "backups", persistentVolumeClaim: { claimName: "backups" } }] }),
    ],
    ["runtime: its spool is on no volume", (cluster) => (cluster.workload.spec.volumeClaimTemplates = [])],
  ])("find: %s", (breach, change) => {
    expect(breachesOf(change)).toContain(breach);
  });

  it("find a runtime that may connect to Postgres", () => {
    const store = { "app.kubernetes.io/component": "postgres" };
    const breaches = breachesOf((cluster) => {
      const other = structuredClone(cluster.workload);
      other.metadata.name = "postgres";
      other.spec.template.metadata.labels = store;
      Object.assign(cluster, { other });
      cluster.policy.spec.egress.push({ to: [{ podSelector: { matchLabels: store } }], ports: [{ port: 5432 }] });
    });
    expect(breaches).toContain("runtime: may connect to postgres");
  });
});
