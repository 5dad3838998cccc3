{{/* The config file: the section `config` of the values, with the addresses and ports of the pods. */}}
{{- define "costplane.config" -}}
{{- $config := deepCopy .Values.config }}
{{- if not $config.server.publicUrl }}{{ $_ := unset $config.server "publicUrl" }}{{ end }}
{{- $_ := set $config.server "host" "0.0.0.0" }}
{{- $_ := set $config.server "port" (int .Values.api.port) }}
{{- $_ := set $config "management" (dict "host" "0.0.0.0" "port" (int .Values.api.managementPort)) }}
{{- toYaml $config }}
{{- end }}
