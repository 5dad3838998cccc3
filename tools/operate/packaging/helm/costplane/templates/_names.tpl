{{- define "costplane.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 43 | trimSuffix "-" }}
{{- end }}

{{- define "costplane.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 43 | trimSuffix "-" }}
{{- else if contains (include "costplane.name" .) .Release.Name }}
{{- .Release.Name | trunc 43 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "costplane.name" .) | trunc 43 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{- define "costplane.serviceAccountName" -}}
{{- if .Values.serviceAccount.create }}
{{- default (include "costplane.fullname" .) .Values.serviceAccount.name }}
{{- else }}
{{- default "default" .Values.serviceAccount.name }}
{{- end }}
{{- end }}

{{- define "costplane.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}

{{/* Labels that select the pods of a release. */}}
{{- define "costplane.selector" -}}
app.kubernetes.io/name: {{ include "costplane.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end }}

{{/* Labels that select the pods of a component: a dict of `root` and `component`. */}}
{{- define "costplane.componentSelector" -}}
{{ include "costplane.selector" .root }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Labels of a resource: a dict of `root`, and optional `component` and `isPod`. */}}
{{- define "costplane.labels" -}}
{{- $own := fromYaml (include "costplane.selector" .root) }}
{{- if .component }}{{ $_ := set $own "app.kubernetes.io/component" .component }}{{ end }}
{{- /* Not on pods: otherwise every new version of the chart would replace them. */}}
{{- if not .isPod }}
{{- $_ := set $own "app.kubernetes.io/version" .root.Chart.AppVersion }}
{{- $_ := set $own "app.kubernetes.io/managed-by" .root.Release.Service }}
{{- $_ := set $own "helm.sh/chart" (printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_") }}
{{- end }}
{{- toYaml (mergeOverwrite (dict) .root.Values.commonLabels (default (dict) .extra) $own) }}
{{- end }}

{{/* `metadata` of a resource: a dict of `root`, `name`, and optional `component`, `labels`, `annotations`. */}}
{{- define "costplane.metadata" -}}
name: {{ .name | quote }}
namespace: {{ .root.Release.Namespace | quote }}
labels:
  {{- include "costplane.labels" (dict "root" .root "component" .component "extra" .labels) | nindent 2 }}
{{- with mergeOverwrite (dict) .root.Values.commonAnnotations (default (dict) .annotations) }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
