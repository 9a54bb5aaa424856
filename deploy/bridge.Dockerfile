# The bridge to DALI lines. Build from the root of the repository: docker build -f deploy/bridge.Dockerfile -t vigilux-bridge .
# The digest is that of deploy/Dockerfile.
FROM node:26.9.0-bookworm-slim@sha256:582460f614631b59b824ac6020533b9bf339c7fdf3a6d7db31abb6b4065f0212 AS build
WORKDIR /app
COPY . .
RUN npm ci --include=dev --no-audit --no-fund
RUN node scripts/production-modules.mjs bridge

FROM node:26.9.0-bookworm-slim@sha256:582460f614631b59b824ac6020533b9bf339c7fdf3a6d7db31abb6b4065f0212
ENV BRIDGE_STATE=/state NODE_COMPILE_CACHE=/state/code \
  MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=65536 MALLOC_MMAP_THRESHOLD_=65536
WORKDIR /app
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/yarn* /opt/yarn* \
  && install -d -o node -g node /state
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/client ./client
COPY --from=build --chown=root:root /app/contract ./contract
COPY --from=build --chown=root:root /app/device-plane ./device-plane
COPY --from=build --chown=root:root /app/bridge ./bridge
USER node
VOLUME /state
CMD ["node", "--optimize-for-size", "--max-semi-space-size=2", "--v8-pool-size=1", "bridge/src/main.ts"]
