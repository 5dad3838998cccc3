# syntax=docker/dockerfile:1
# One edition of Costplane: service, receiver, migration and every other command of `costplane`.
#   docker build --build-arg PLUGINS="health clusters trends" --tag costplane:cost-only .
# tools/operate/packaging/README.md explains PLUGINS, and how to pin the base image by digest.

ARG NODE_IMAGE=node:26-alpine

# Only these files determine what is installed, so a change of sources reuses the cached layer.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete \
    && find . -type d -empty -delete

# JavaScript is the same on every platform: assembled once, on the platform of the builder.
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
# A running container does not install packages.
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share /opt/yarn-* \
    /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
    /usr/local/bin/yarn /usr/local/bin/yarnpkg /usr/local/bin/docker-entrypoint.sh
COPY --from=edition /app /app

# One layer, so that removed files take no space; all files belong to root.
FROM scratch
# hadolint ignore=DL3067
COPY --from=runtime / /
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Costplane" \
      org.opencontainers.image.description="A self-hosted, read-only API over the cost and utilization of Kubernetes clusters." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    COSTPLANE_CONFIG=/app/costplane.config.yaml
WORKDIR /app
USER 65532:65532
# Service, receiver, and the management ports of both.
EXPOSE 8080 8081 9464 9465
STOPSIGNAL SIGTERM
# For the service. A container with the receiver passes its own URL (see compose.yaml).
HEALTHCHECK --interval=15s --timeout=5s --start-period=30s --retries=3 \
    CMD ["node", "/app/healthcheck.mjs"]
ENTRYPOINT ["node", "--enable-source-maps", "/app/node_modules/@costplane/cli/bin/costplane.js"]
CMD ["serve"]
