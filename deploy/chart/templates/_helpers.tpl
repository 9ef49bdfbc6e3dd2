{{- define "airlock.fullname" -}}
{{- if contains "airlock" .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-airlock" .Release.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{/* Labels that never change: a selector cannot. Takes `root` and `component`. */}}
{{- define "airlock.selector" -}}
app.kubernetes.io/name: airlock
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "airlock.labels" -}}
{{ include "airlock.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: airlock
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{/* Takes `root` and `image`: server or edge. */}}
{{- define "airlock.image" -}}
{{- $image := .root.Values.image -}}
{{- $name := index $image .image -}}
{{- if $image.registry }}{{ $name = printf "%s/%s" $image.registry $name }}{{ end -}}
{{- $digest := index $image (printf "%sDigest" .image) -}}
{{- if $digest }}{{ printf "%s@%s" $name $digest }}{{ else }}{{ printf "%s:%s" $name (default .root.Chart.AppVersion $image.tag) }}{{ end -}}
{{- end }}

{{/* Of every pod. Takes `uid`. */}}
{{- define "airlock.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .uid }}
runAsGroup: {{ .uid }}
fsGroup: {{ .uid }}
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{/* Of every container. */}}
{{- define "airlock.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The Secret of a process. Takes `root` and `component`. */}}
{{- define "airlock.secret" -}}
{{- $own := (index .root.Values .component).existingSecret | default "" -}}
{{- default (printf "%s-%s" (include "airlock.fullname" .root) .component) $own -}}
{{- end }}

{{/* Settings from the Secret of a process. Takes `root`, `component` and `keys`. */}}
{{- define "airlock.secretEnv" -}}
{{- $secret := include "airlock.secret" . -}}
{{- range .keys }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $secret }}, key: {{ . }} } }
{{- end }}
{{- end }}

{{/* Plain settings. Takes a map. */}}
{{- define "airlock.env" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{- define "airlock.natsUrl" -}}
{{- if .Values.nats.bundled }}nats://{{ include "airlock.fullname" . }}-nats:4222{{ else }}{{ required "nats.url: name your NATS servers, or set nats.bundled" .Values.nats.url }}{{ end }}
{{- end }}

{{- define "airlock.natsMonitoringUrl" -}}
{{- if .Values.nats.bundled }}http://{{ include "airlock.fullname" . }}-nats:8222{{ else }}{{ .Values.nats.monitoringUrl }}{{ end }}
{{- end }}

{{- define "airlock.clickhouseUrl" -}}
{{- if .Values.clickhouse.bundled }}http://{{ include "airlock.fullname" . }}-clickhouse:8123{{ else }}{{ required "clickhouse.url: name your ClickHouse server, or set clickhouse.bundled" .Values.clickhouse.url }}{{ end }}
{{- end }}

{{/* Settings of the connections of a process, and where its TLS files are. Takes `root`, `user` and `servers`. */}}
{{- define "airlock.connectionEnv" -}}
{{- $root := .root -}}
{{- $env := dict -}}
{{- if has "nats" .servers -}}
{{- $_ := set $env "AIRLOCK_NATS_URL" (include "airlock.natsUrl" $root) -}}
{{- $_ := set $env "AIRLOCK_NATS_USER" .user -}}
{{- $_ := set $env "AIRLOCK_NATS_REPLICAS" $root.Values.nats.replicas -}}
{{- end -}}
{{- if has "clickhouse" .servers -}}
{{- $_ := set $env "AIRLOCK_CLICKHOUSE_URL" (include "airlock.clickhouseUrl" $root) -}}
{{- $_ := set $env "AIRLOCK_CLICKHOUSE_DATABASE" $root.Values.clickhouse.database -}}
{{- $_ := set $env "AIRLOCK_CLICKHOUSE_USER" .user -}}
{{- end -}}
{{- range $server := .servers -}}
{{- $tls := index $root.Values.tls $server -}}
{{- if $tls.secret -}}
{{- $prefix := printf "AIRLOCK_%s_TLS" (upper $server) -}}
{{- $_ := set $env (printf "%s_CA" $prefix) (printf "/tls/%s/ca.crt" $server) -}}
{{- if $tls.clientCertificate -}}
{{- $_ := set $env (printf "%s_CERT" $prefix) (printf "/tls/%s/tls.crt" $server) -}}
{{- $_ := set $env (printf "%s_KEY" $prefix) (printf "/tls/%s/tls.key" $server) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{ include "airlock.env" $env }}
{{- end }}

{{/* Takes `root` and `servers`. */}}
{{- define "airlock.mounts" -}}
- { name: tmp, mountPath: /tmp }
{{- $root := .root }}
{{- range .servers }}
{{- if (index $root.Values.tls .).secret }}
- { name: tls-{{ . }}, mountPath: /tls/{{ . }}, readOnly: true }
{{- end }}
{{- end }}
{{- end }}

{{- define "airlock.volumes" -}}
- name: tmp
  emptyDir: { sizeLimit: 1Gi }
{{- $root := .root }}
{{- range $server := .servers }}
{{- with (index $root.Values.tls $server).secret }}
- name: tls-{{ $server }}
  secret: { secretName: {{ . }}, defaultMode: 288 }
{{- end }}
{{- end }}
{{- end }}

{{/* Probes of a process of Airlock. */}}
{{- define "airlock.probes" -}}
startupProbe:
  httpGet: { path: /live, port: http }
  periodSeconds: 2
  failureThreshold: 60
livenessProbe:
  httpGet: { path: /live, port: http }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 3
readinessProbe:
  httpGet: { path: /ready, port: http }
  periodSeconds: 3
  timeoutSeconds: 5
  failureThreshold: 2
{{- end }}

{{/* Spread over nodes and zones. Takes `root` and `component`. */}}
{{- define "airlock.spread" -}}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "airlock.selector" $ | nindent 8 }}
  {{- end }}
{{- with (index .root.Values .component).affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (index .root.Values .component).nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with (index .root.Values .component).tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Of every pod of Airlock: no token of the cluster's API, which none uses. */}}
{{- define "airlock.podBasics" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
