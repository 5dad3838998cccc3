{{/* Whether a value with `url` and `existingSecret` has either of them. */}}
{{- define "costplane.isGiven" -}}
{{- if or .url .existingSecret.name }}true{{ end }}
{{- end }}

{{/*
An environment variable from a Secret: a dict of `variable`, `given` (a value with `url` and
`existingSecret`) and `created`, the Secret that the chart creates for a `url`.
*/}}
{{- define "costplane.secretVariable" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ default .created .given.existingSecret.name | quote }}
      key: {{ ternary .given.existingSecret.key .variable (ne .given.existingSecret.name "") | quote }}
{{- end }}

{{/* Maximum number of connections to PostgreSQL of all pods: three per API pod look up keys; a receiver has up to 15. */}}
{{- define "costplane.connections" -}}
{{- $pools := .Values.config.database }}
{{- $each := add 3 (int $pools.poolSize) (int $pools.ledgerPoolSize) (int $pools.exportPoolSize) }}
{{- $api := ternary .Values.api.autoscaling.maxReplicas .Values.api.replicas .Values.api.autoscaling.enabled | int }}
{{- $receivers := ternary .Values.receiver.replicas 0 .Values.receiver.enabled | int }}
{{- add (mul $api $each) (mul $receivers 15) }}
{{- end }}

{{/* The user for migration and administration: `database.owner`, or else the writer. */}}
{{- define "costplane.ownerOrWriter" -}}
{{- toYaml (ternary .Values.database.owner .Values.database.writer (eq (include "costplane.isGiven" .Values.database.owner) "true")) }}
{{- end }}
