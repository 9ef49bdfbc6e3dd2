import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { projectRoot } from "../../services/instance.ts";
import { podsOf, selects, type Manifest, type Pod } from "./manifests.ts";

/** Policies for everything that the chart renders. Each returns the violations. */
export const policies: Readonly<Record<string, (manifests: readonly Manifest[]) => readonly string[]>> = {
  "every container is confined: not root, read-only, no privileges": (manifests) =>
    eachContainer(manifests, ({ spec }, { securityContext: own }) => {
      const user = own.runAsUser ?? spec.securityContext.runAsUser ?? 0;
      return [
        ...(spec.securityContext.runAsNonRoot === true && user > 0 ? [] : ["may run as root"]),
        ...(own.readOnlyRootFilesystem === true ? [] : ["may write its root file system"]),
        ...(own.allowPrivilegeEscalation === false && own.privileged !== true ? [] : ["may gain privileges"]),
        ...(own.capabilities?.drop.includes("ALL") === true && own.capabilities.add.length === 0 ? [] : ["has capabilities"]),
        ...(spec.securityContext.seccompProfile?.type === "RuntimeDefault" ? [] : ["has no seccomp profile"]),
        ...(spec.automountServiceAccountToken === false ? [] : ["has a token of the cluster's API"]),
      ];
    }),

  "every container has requests and limits": (manifests) =>
    eachContainer(manifests, (_, { resources: { requests, limits } }) =>
      [requests.cpu, requests.memory, limits.cpu, limits.memory].includes(undefined) ? ["lacks a request or a limit"] : [],
    ),

  "every container that serves has probes, and those that take calls are drained": (manifests) =>
    eachContainer(manifests, ({ kind, component }, { startupProbe, livenessProbe, readinessProbe, lifecycle }) => [
      ...(kind !== "Job" && [startupProbe, livenessProbe, readinessProbe].includes(undefined) ? ["lacks a probe"] : []),
      ...(["runtime", "api", "edge"].includes(component) && lifecycle?.preStop === undefined ? ["stops before it is drained"] : []),
    ]),

  "images have a version": (manifests) =>
    eachContainer(manifests, (_, { image }) =>
      /@sha256:[0-9a-f]{64}$|:[\w.-]+$/.test(image) && !image.endsWith(":latest") ? [] : [`is ${image}`],
    ),

  "no secret is a literal": (manifests) =>
    eachContainer(manifests, (_, { env, args, command }) => [
      ...env.filter(({ name, value }) => value !== undefined && isSecret(name)).map(({ name }) => `has ${name} as a literal`),
      ...[...env.map(({ value }) => value ?? ""), ...args, ...command]
        .filter((text) => /:\/\/[^/\s@]+:[^/\s@]+@/.test(text))
        .map(() => "has an address with a password"),
      ...[...args, ...command].filter((text) => /password|secret|token/i.test(text)).map((text) => `has the argument ${text}`),
    ]),

  "each pod reads its own Secret, key by key": (manifests) => {
    const secrets = new Map(
      manifests.filter(({ kind }) => kind === "Secret").map(({ metadata, data }) => [metadata.name, Object.keys(data)]),
    );
    return [
      ...eachContainer(manifests, ({ component, spec }, { env, envFrom }) => {
        const used = env.flatMap(({ valueFrom }) => (valueFrom?.secretKeyRef === undefined ? [] : [valueFrom.secretKeyRef]));
        return [
          ...used.filter(({ name }) => !name.endsWith(`-${component}`)).map(({ name }) => `reads the Secret ${name}`),
          ...used
            .filter(({ name, key }) => secrets.size > 0 && secrets.get(name)?.includes(key) !== true)
            .map(({ key }) => `reads ${key}, which is missing`),
          ...(envFrom.length === 0 ? [] : ["takes all of a Secret"]),
          ...spec.volumes
            .filter(({ secret }) => secret !== undefined && secrets.has(secret.secretName))
            .map(({ name }) => `mounts the Secret of ${name}`),
        ];
      }),
      // A key that no process reads is an unnecessary secret.
      ...[...secrets].flatMap(([name, keys]) => {
        const read = new Set(
          podsOf(manifests).flatMap((pod) =>
            pod.containers.flatMap(({ env }) =>
              env.filter(({ valueFrom }) => valueFrom?.secretKeyRef?.name === name).map(({ valueFrom }) => valueFrom?.secretKeyRef?.key),
            ),
          ),
        );
        // The operator's own user: no process connects as it.
        return keys.filter((key) => !read.has(key)).map((key) => `Secret ${name}: nobody reads ${key}`);
      }),
    ];
  },

  "only migrations know the owner of the database, and runtimes know neither Postgres nor ClickHouse": (manifests) =>
    eachContainer(manifests, ({ component }, { env }) =>
      env
        .filter(({ name }) => {
          if (/MIGRATION_URL|OWNER/.test(name)) return !["migrations", "postgres"].includes(component);
          return component === "runtime" && /POSTGRES|CLICKHOUSE/.test(name);
        })
        .map(({ name }) => `has ${name}`),
    ),

  "only api and worker have a ServiceAccount of their own": (manifests) =>
    podsOf(manifests).flatMap(({ name, component, spec: { serviceAccountName } }) =>
      serviceAccountName === undefined || ["api", "worker"].includes(component)
        ? []
        : [`${name}: has the ServiceAccount ${serviceAccountName}`],
    ),

  "network policies cover every pod in both directions, and keep runtimes and the edge away from the stores": (manifests) => {
    const found = manifests
      .filter(({ kind }) => kind === "NetworkPolicy")
      .map(({ metadata, spec }) => ({ metadata, spec: networkPolicy.parse(spec) }));
    const stores = podsOf(manifests).filter(({ component }) => ["postgres", "clickhouse"].includes(component));
    return podsOf(manifests).flatMap((pod) => {
      const own = found.filter(({ spec }) => selects(spec.podSelector.matchLabels, pod.labels));
      const covered = ["Ingress", "Egress"].every((type) => own.some(({ spec }) => spec.policyTypes.includes(type)));
      const open = own.some(({ spec }) =>
        spec.egress.some(
          ({ to, ports }) => to === undefined && (ports.length === 0 || !ports.every(({ port }) => nameOrStore.includes(port))),
        ),
      );
      const reached = stores.filter((store) =>
        own.some(({ spec }) =>
          spec.egress.some(({ to }) =>
            to?.some(({ podSelector }) => podSelector !== undefined && selects(podSelector.matchLabels, store.labels)),
          ),
        ),
      );
      return [
        ...(covered ? [] : [`${pod.name}: no policy covers it in both directions`]),
        ...(open ? [`${pod.name}: may connect anywhere`] : []),
        ...(["runtime", "edge"].includes(pod.component) ? reached.map(({ component }) => `${pod.name}: may connect to ${component}`) : []),
      ];
    });
  },

  "services, budgets, autoscalers and monitors choose something that exists": (manifests) => {
    const pods = podsOf(manifests);
    const services = manifests.filter(({ kind }) => kind === "Service");
    return manifests.flatMap(({ kind, metadata, spec }) => {
      const where = `${kind} ${metadata.name}`;
      switch (kind) {
        case "Service": {
          const { selector, ports } = service.parse(spec);
          const chosen = pods.filter((pod) => pod.kind !== "Job" && selects(selector, pod.labels));
          const named = new Set(chosen.flatMap(({ containers }) => containers.flatMap((one) => one.ports.map(({ name }) => name))));
          return [
            ...(chosen.length === 1 ? [] : [`${where}: chooses ${chosen.length} kinds of pods`]),
            ...ports.filter(({ targetPort }) => !named.has(targetPort)).map(({ targetPort }) => `${where}: there is no port ${targetPort}`),
          ];
        }
        case "PodDisruptionBudget":
          return pods.some((pod) => selects(budget.parse(spec).selector.matchLabels, pod.labels)) ? [] : [`${where}: chooses nothing`];
        case "HorizontalPodAutoscaler": {
          const { scaleTargetRef: target } = autoscaler.parse(spec);
          return manifests.some((one) => one.kind === target.kind && one.metadata.name === target.name) ? [] : [`${where}: scales nothing`];
        }
        case "ServiceMonitor": {
          const { selector, jobLabel } = monitor.parse(spec);
          const chosen = services.filter((one) => selects(selector.matchLabels, one.metadata.labels));
          const jobs = chosen.map((one) => one.metadata.labels[jobLabel]);
          return chosen.length === 1 && /^airlock-(runtime|worker|api)$/.test(jobs[0] ?? "")
            ? []
            : [`${where}: chooses ${jobs.join(", ")}`];
        }
        default:
          return [];
      }
    });
  },

  "backups of ClickHouse are written to a volume that exists": (manifests) =>
    podsOf(manifests).flatMap(({ name, spec, containers }) => {
      const claims = spec.volumes.flatMap(({ name: volume, persistentVolumeClaim: claim }) =>
        claim === undefined ? [] : [{ volume, claim: claim.claimName }],
      );
      const mounts = containers.flatMap(({ volumeMounts }) => volumeMounts);
      const hasDisk = mounts.some(({ mountPath }) => mountPath.endsWith("backups.xml"));
      const isKept = mounts.some((mount) => `${mount.mountPath}/` === backupPath && claims.some(({ volume }) => volume === mount.name));
      return [
        ...(hasDisk && !isKept ? [`${name}: the disk for backups is on no volume`] : []),
        ...claims
          .filter(({ claim }) => !manifests.some(({ kind, metadata }) => kind === "PersistentVolumeClaim" && metadata.name === claim))
          .map(({ claim }) => `${name}: the volume claim ${claim} is missing`),
      ];
    }),

  "decisions are kept on volumes, and every process that may be evicted has a budget": (manifests) => {
    const budgets = manifests
      .filter(({ kind }) => kind === "PodDisruptionBudget")
      .map(({ spec }) => budget.parse(spec).selector.matchLabels);
    return podsOf(manifests).flatMap((pod) => [
      ...(pod.component === "runtime" && !(pod.kind === "StatefulSet" && mountsClaim(manifests, pod))
        ? [`${pod.name}: its spool is on no volume`]
        : []),
      ...(["runtime", "api", "worker", "edge"].includes(pod.component) && !budgets.some((one) => selects(one, pod.labels))
        ? [`${pod.name}: has no budget`]
        : []),
    ]);
  },
};

/** The path of the disk that ClickHouse writes backups to. */
const backupPath = /<path>(.+)<\/path>/.exec(readFileSync(join(projectRoot, "deploy/clickhouse/backups.xml"), "utf8"))?.[1] ?? "";

/** Name servers, and the ports of stores outside the cluster, whose addresses the chart cannot know. */
const nameOrStore = [53, 5432, 4222, 8222, 8443, 8123, 8080];
const matchLabels = z.object({ matchLabels: z.record(z.string(), z.string()) });
const networkPolicy = z.object({
  podSelector: matchLabels,
  policyTypes: z.array(z.string()),
  egress: z
    .array(
      z.object({
        to: z.array(z.object({ podSelector: matchLabels.optional() })).optional(),
        ports: z.array(z.object({ port: z.number() })).default([]),
      }),
    )
    .nullable()
    .transform((rules) => rules ?? []),
});
const service = z.object({ selector: z.record(z.string(), z.string()), ports: z.array(z.object({ targetPort: z.string() })) });
const budget = z.object({ selector: matchLabels });
const autoscaler = z.object({ scaleTargetRef: z.object({ kind: z.string(), name: z.string() }) });
const monitor = z.object({ selector: matchLabels, jobLabel: z.string() });
const claims = z.object({ volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })).default([]) });

/** Settings whose value is a secret. `AIRLOCK_..._TLS_KEY` is a path. */
function isSecret(name: string): boolean {
  return (
    /PASSWORD|SECRET|TOKEN|_URL$/.test(name) &&
    !/^(?:AIRLOCK_(?:PUBLIC|NATS|NATS_MONITORING|CLICKHOUSE|AUDIT_STREAM)_URL|CLICKHOUSE_SKIP_USER_SETUP)$/.test(name)
  );
}

function eachContainer(
  manifests: readonly Manifest[],
  find: (pod: Pod, container: Pod["containers"][number]) => readonly string[],
): readonly string[] {
  return podsOf(manifests).flatMap((pod) =>
    pod.containers.flatMap((container) => find(pod, container).map((breach) => `${pod.name}: ${breach}`)),
  );
}

function mountsClaim(manifests: readonly Manifest[], pod: Pod): boolean {
  const found = manifests.find(({ kind, metadata }) => kind === pod.kind && metadata.name === pod.name);
  const names = claims.parse(found?.spec).volumeClaimTemplates.map(({ metadata }) => metadata.name);
  return pod.containers.some(({ volumeMounts }) =>
    volumeMounts.some(({ name, mountPath }) => mountPath === "/data" && names.includes(name)),
  );
}
