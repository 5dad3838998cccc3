{{/* What no schema can say in a clear line. */}}
{{- define "costplane.check" -}}
{{- $values := .Values }}
{{- range $name, $given := dict "database.reader" $values.database.reader "database.ledger" $values.database.ledger "database.writer" $values.database.writer "database.owner" $values.database.owner "redis" $values.redis }}
{{- if and $given.url $given.existingSecret.name }}
{{- fail (printf "%s: give url or existingSecret.name, not both" $name) }}
{{- end }}
{{- /* Not in the schema, whose messages repeat what was given, with its password. */}}
{{- $scheme := ternary "redis" "postgresql" (eq $name "redis") }}
{{- if and $given.url (not (regexMatch (ternary "^rediss?://." "^postgres(ql)?://." (eq $name "redis")) $given.url)) }}
{{- fail (printf "%s.url: must begin with %s://" $name $scheme) }}
{{- end }}
{{- end }}
{{- if not (include "costplane.isGiven" $values.database.reader) }}
{{- fail "database.reader: give url, or existingSecret.name of a Secret whose key DATABASE_URL holds it" }}
{{- end }}
{{- $writes := or $values.receiver.enabled (and (or $values.migration.enabled $values.toolbox.enabled) (not (include "costplane.isGiven" $values.database.owner))) }}
{{- if and $writes (not (include "costplane.isGiven" $values.database.writer)) }}
{{- fail "database.writer: give url, or existingSecret.name of a Secret whose key DATABASE_URL holds it; the receiver and the migration need it" }}
{{- end }}
{{- $packages := list }}
{{- range $values.config.plugins }}{{ $packages = append $packages .package }}{{ end }}
{{- if not (has "@costplane/plugin-health" $packages) }}
{{- range $probe := list "startupProbe" "livenessProbe" "readinessProbe" }}
{{- $path := dig "httpGet" "path" "" (default (dict) (index $values.api $probe)) }}
{{- if hasPrefix "/health" $path }}
{{- fail (printf "config.plugins: @costplane/plugin-health is missing, which api.%s asks at %s; add it, or set another probe" $probe $path) }}
{{- end }}
{{- end }}
{{- end }}
{{- $least := int (include "costplane.apiGrace" .) }}
{{- with $values.api.terminationGracePeriodSeconds }}
{{- if lt (int .) $least }}
{{- fail (printf "api.terminationGracePeriodSeconds: must be at least %d, which is config.server.drainSeconds and 30 seconds (got %d)" $least (int .)) }}
{{- end }}
{{- end }}
{{- range $component := list "api" "receiver" }}
{{- with index $values $component }}
{{- if eq (int .port) (int .managementPort) }}
{{- fail (printf "%s.managementPort: must differ from %s.port (both are %d)" $component $component (int .port)) }}
{{- end }}
{{- if and .ingress.enabled (not .ingress.hosts) }}
{{- fail (printf "%s.ingress.hosts: name at least one host, such as [costs.example.com]" $component) }}
{{- end }}
{{- if and .httpRoute.enabled (not .httpRoute.parentRefs) }}
{{- fail (printf "%s.httpRoute.parentRefs: name the gateway, such as [{name: public}]" $component) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/* What a pod of the API needs to stop: it drains, accepts for 5 seconds more, and waits 20. */}}
{{- define "costplane.apiGrace" -}}
{{- add (int .Values.config.server.drainSeconds) 30 }}
{{- end }}
