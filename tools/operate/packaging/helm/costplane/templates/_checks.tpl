{{/* Checks that the schema cannot express, or not with a clear message. */}}
{{- define "costplane.check" -}}
{{- $values := .Values }}
{{- range $name, $given := dict "database.reader" $values.database.reader "database.ledger" $values.database.ledger "database.writer" $values.database.writer "database.owner" $values.database.owner "redis" $values.redis }}
{{- if and $given.url $given.existingSecret.name }}
{{- fail (printf "%s: set url or existingSecret.name, not both" $name) }}
{{- end }}
{{- /* Not in the schema: its messages would repeat the URL, with the password. */}}
{{- $scheme := ternary "redis" "postgresql" (eq $name "redis") }}
{{- if and $given.url (not (regexMatch (ternary "^rediss?://." "^postgres(ql)?://." (eq $name "redis")) $given.url)) }}
{{- fail (printf "%s.url: must begin with %s://" $name $scheme) }}
{{- end }}
{{- end }}
{{- if not (include "costplane.isGiven" $values.database.reader) }}
{{- fail "database.reader: set url, or existingSecret.name of a Secret with the URL under the key DATABASE_URL" }}
{{- end }}
{{- $writes := or $values.receiver.enabled (and (or $values.migration.enabled $values.toolbox.enabled $values.pruning.enabled) (not (include "costplane.isGiven" $values.database.owner))) }}
{{- if and $writes (not (include "costplane.isGiven" $values.database.writer)) }}
{{- fail "database.writer: set url, or existingSecret.name of a Secret with the URL under the key DATABASE_URL; the receiver and the migration need it" }}
{{- end }}
{{- if not $values.image.repository }}
{{- fail "image.repository: set the repository of your image without the tag, such as images.example.com/costplane; tools/operate/packaging/README.md explains how to build it" }}
{{- end }}
{{- if not (regexMatch "^[a-z]" (include "costplane.fullname" .)) }}
{{- fail (printf "fullnameOverride: must be set, for example to costplane, because resources are named after the release %q and the name of a Service must begin with a letter" .Release.Name) }}
{{- end }}
{{- include "costplane.checkPorts" . }}
{{- include "costplane.checkMonitoring" . }}
{{- with $values.api.autoscaling }}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}
{{- fail (printf "api.autoscaling.minReplicas: must be at most api.autoscaling.maxReplicas, %d (got %d)" (int .maxReplicas) (int .minReplicas)) }}
{{- end }}
{{- end }}
{{- $packages := list }}
{{- range $values.config.plugins }}{{ $packages = append $packages .package }}{{ end }}
{{- if not (has "@costplane/plugin-health" $packages) }}
{{- range $probe := list "startupProbe" "livenessProbe" "readinessProbe" }}
{{- $path := dig "httpGet" "path" "" (default (dict) (index $values.api $probe)) }}
{{- if hasPrefix "/health" $path }}
{{- fail (printf "config.plugins: @costplane/plugin-health is missing, but api.%s requests %s; add the plugin, or set another probe" $probe $path) }}
{{- end }}
{{- end }}
{{- end }}
{{- $least := int (include "costplane.apiGrace" .) }}
{{- with $values.api.terminationGracePeriodSeconds }}
{{- if lt (int .) $least }}
{{- fail (printf "api.terminationGracePeriodSeconds: must be at least %d, which is config.server.drainSeconds plus 30 seconds (got %d)" $least (int .)) }}
{{- end }}
{{- end }}
{{- range $component := list "api" "receiver" }}
{{- with index $values $component }}
{{- if eq (int .port) (int .managementPort) }}
{{- fail (printf "%s.managementPort: must differ from %s.port (both are %d)" $component $component (int .port)) }}
{{- end }}
{{- if and .ingress.enabled (not .ingress.hosts) }}
{{- fail (printf "%s.ingress.hosts: set at least one host, such as [costs.example.com]" $component) }}
{{- end }}
{{- if and .httpRoute.enabled (not .httpRoute.parentRefs) }}
{{- fail (printf "%s.httpRoute.parentRefs: set the gateway, such as [{name: public}]" $component) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{/*
Rejects URLs with a port that the network policies do not allow. The message does not repeat the port: if
the password is not URL-encoded, what looks like a port may be part of it.
*/}}
{{- define "costplane.checkPorts" -}}
{{- $database := .Values.database }}
{{- $policy := .Values.networkPolicy }}
{{- if $policy.enabled }}
{{- range $name, $given := dict "database.reader" $database.reader "database.ledger" $database.ledger "database.writer" $database.writer "database.owner" $database.owner "redis" .Values.redis }}
{{- $target := ternary "redis" "postgres" (eq $name "redis") }}
{{- $ports := (index $policy $target).ports }}
{{- $authority := regexReplaceAll "^[a-z]+://([^/?#]*).*$" $given.url "${1}" | splitList "@" | last }}
{{- $port := regexFind ":[0-9]+$" $authority | trimPrefix ":" | default (ternary "6379" "5432" (eq $name "redis")) }}
{{- /* A host or port in the query parameters takes precedence. */}}
{{- if and $given.url (not (regexMatch "[?&](host|port)=" $given.url)) (not (has $port (toStrings $ports))) }}
{{- fail (printf "%s.url: its port is not in networkPolicy.%s.ports (%s); add it there" $name $target (join ", " $ports)) }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}

{{- define "costplane.checkMonitoring" -}}
{{- with .Values.monitoring.serviceMonitor }}
{{- if gt (include "costplane.milliseconds" .scrapeTimeout | int64) (include "costplane.milliseconds" .interval | int64) }}
{{- fail (printf "monitoring.serviceMonitor.scrapeTimeout: must be at most monitoring.serviceMonitor.interval, %s (got %s)" .interval .scrapeTimeout) }}
{{- end }}
{{- end }}
{{- end }}

{{/* A duration such as `1m30s`, in milliseconds. */}}
{{- define "costplane.milliseconds" -}}
{{- $units := dict "ms" 1 "s" 1000 "m" 60000 "h" 3600000 }}
{{- $sum := 0 }}
{{- range regexFindAll "[0-9]+(ms|s|m|h)" . -1 }}
{{- $sum = add $sum (mul (regexFind "[0-9]+" . | int64) (index $units (regexFind "[a-z]+" .))) }}
{{- end }}
{{- $sum }}
{{- end }}

{{/* Seconds that a pod of the API needs to stop: it drains, accepts requests for 5 more seconds, and waits 20. */}}
{{- define "costplane.apiGrace" -}}
{{- add (int .Values.config.server.drainSeconds) 30 }}
{{- end }}
