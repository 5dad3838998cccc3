{{/* Ports of a rule: a list of numbers. */}}
{{- define "costplane.tcpPorts" -}}
{{- range . }}
- protocol: TCP
  port: {{ . }}
{{- end }}
{{- end }}

{{/* Egress rules: a list that begins with `networkPolicy.dns`; each has `to` and `ports`. */}}
{{- define "costplane.egress" -}}
{{- range $index, $target := . }}
- ports:
    {{- include "costplane.tcpPorts" $target.ports | trim | nindent 4 }}
    {{- if eq $index 0 }}
    {{- range $target.ports }}
    - protocol: UDP
      port: {{ . }}
    {{- end }}
    {{- end }}
  {{- with $target.to }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end }}
