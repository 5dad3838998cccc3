{{/*
Metadata of a pod: a dict of `root`, `component`, `values` (those of the component) and optional
`annotations`.
*/}}
{{- define "costplane.podMetadata" -}}
labels:
  {{- include "costplane.labels" (dict "root" .root "component" .component "extra" .values.podLabels "isPod" true) | nindent 2 }}
{{- with mergeOverwrite (dict) .root.Values.commonAnnotations .root.Values.pods.annotations .values.podAnnotations (default (dict) .annotations) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* Scheduling and identity of pods: the dict of `costplane.podMetadata`, and optional `spreads`, `account`. */}}
{{- define "costplane.podSettings" -}}
serviceAccountName: {{ default (include "costplane.serviceAccountName" .root) .account | quote }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  {{- toYaml .root.Values.pods.securityContext | nindent 2 }}
{{- with .root.Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with default .root.Values.pods.nodeSelector .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with default .root.Values.pods.tolerations .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .values.affinity }}
affinity:
  {{- toYaml .values.affinity | nindent 2 }}
{{- else if .spreads }}
affinity:
  podAntiAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels:
              {{- include "costplane.componentSelector" . | nindent 14 }}
{{- end }}
{{- if .values.topologySpreadConstraints }}
topologySpreadConstraints:
  {{- toYaml .values.topologySpreadConstraints | nindent 2 }}
{{- else if .spreads }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: topology.kubernetes.io/zone
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "costplane.componentSelector" . | nindent 8 }}
{{- end }}
{{- end }}

{{/* Image, security and resources of a container: the dict of `costplane.podMetadata`. */}}
{{- define "costplane.containerSettings" -}}
image: {{ include "costplane.image" .root | quote }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  {{- toYaml .root.Values.pods.containerSecurityContext | nindent 2 }}
resources:
  {{- toYaml .values.resources | nindent 2 }}
{{- end }}

{{/* `startupProbe`, `livenessProbe` and `readinessProbe`, if they are set. */}}
{{- define "costplane.probes" -}}
{{- range $probe := list "startupProbe" "livenessProbe" "readinessProbe" }}
{{- with index $.values $probe }}
{{ $probe }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{/* Environment variables from the values: the dict of `costplane.podMetadata`. */}}
{{- define "costplane.extraEnv" -}}
{{- with concat .root.Values.pods.extraEnv .values.extraEnv }}
{{- toYaml . }}
{{- end }}
{{- end }}

{{- define "costplane.envFrom" -}}
{{- with .root.Values.pods.extraEnvFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The dict of `costplane.podMetadata`, and `config`, the ConfigMap with the config file, where that is mounted. */}}
{{- define "costplane.volumeMounts" -}}
volumeMounts:
  - name: tmp
    mountPath: /tmp
  {{- if .config }}
  - name: config
    mountPath: /etc/costplane
    readOnly: true
  {{- end }}
  {{- with concat .root.Values.pods.extraVolumeMounts .values.extraVolumeMounts }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}

{{- define "costplane.volumes" -}}
volumes:
  - name: tmp
    emptyDir:
      sizeLimit: {{ .root.Values.pods.tmpSizeLimit }}
  {{- if .config }}
  - name: config
    configMap:
      name: {{ .config | quote }}
  {{- end }}
  {{- with concat .root.Values.pods.extraVolumes .values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end }}
