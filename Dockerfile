# syntax=docker/dockerfile:1
# One edition of Costplane: service, receiver, migration and every other command of `costplane`.
#   docker build --build-arg PLUGINS="health clusters trends" --tag costplane:cost-only .
# tools/operate/packaging/README.md says what may stand in PLUGINS, and how to pin the base by digest.

ARG NODE_IMAGE=node:26-alpine

# What is installed depends on these alone: a change of sources installs nothing anew.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete \
    && find . -type d -empty -delete

# JavaScript is the same on every platform: assembled once, where the builder runs.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS edition
WORKDIR /src
COPY --from=manifests /src .
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --ignore-scripts --no-audit --no-fund
COPY . .
ARG PLUGINS="health organization clusters workloads nodes recommendations volumes allocation trends explorer focus-export cost-metrics console"
RUN --mount=type=cache,target=/root/.npm \
    --mount=type=secret,id=npmrc,target=/root/.npmrc \
    node tools/operate/packaging/container/assemble-edition.mjs --build --plugins "${PLUGINS}" --out /app

FROM ${NODE_IMAGE} AS runtime
# Nothing installs packages in a container that runs.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /opt/yarn-* \
    /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /usr/local/bin/docker-entrypoint.sh
COPY --from=edition /app /app

# One layer, so that what was removed takes no room; all of it belongs to root.
FROM scratch
# hadolint ignore=DL3067
COPY --from=runtime / /
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Costplane" \
      org.opencontainers.image.description="A self-hosted, read-only API over what Kubernetes clusters cost and how full they are." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    COSTPLANE_CONFIG=/app/costplane.config.yaml
WORKDIR /app
USER 65532:65532
# The service and the receiver; the management ports of both.
EXPOSE 8080 8081 9464 9465
STOPSIGNAL SIGTERM
# Of the service. A container that runs the receiver names the address of its own.
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "/app/healthcheck.mjs"]
ENTRYPOINT ["node", "--enable-source-maps", "/app/node_modules/@costplane/cli/bin/costplane.js"]
CMD ["serve"]
