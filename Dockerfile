# syntax=docker/dockerfile:1
ARG NODE_IMAGE=node:26-trixie-slim
ARG RUNTIME_IMAGE=debian:trixie-slim

# What the service runs with, without what only developers read.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --ignore-scripts \
	&& find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.[cm]ts' \
		-o -name '*.md' ! -iname 'licen[cs]e*' \) -delete \
	&& find node_modules -type d \( -name test -o -name tests -o -name docs \) \
		-exec sh -c 'test -e "$1/../package.json"' sh {} \; -prune -exec rm -r {} +

# Compiles; docker-compose.yml runs its development stack from here.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
RUN chown node:node /app
USER node
COPY --chown=node:node package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/home/node/.npm,uid=1000,gid=1000 npm ci --ignore-scripts
COPY --chown=node:node . .
RUN npx tsc -p tsconfig.json --sourceMap false --declaration false \
	&& node scripts/build-studio.mjs \
	&& node scripts/build-bundle.mjs \
	&& node scripts/unpack-fonts.mjs

FROM ${RUNTIME_IMAGE}
RUN apt-get update \
	&& apt-get install --yes --no-install-recommends libatomic1 libstdc++6 \
	&& rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
	&& groupadd --gid 1000 node \
	&& useradd --uid 1000 --gid node --no-create-home --shell /usr/sbin/nologin node
# Reached from outside the container alone; see HOST.
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
# Not to be read: the kernel then keeps the memory, the files and the environment of its processes
# from others of the same user.
COPY --from=build --chown=root:root --chmod=711 /usr/local/bin/node /usr/local/bin/
COPY --from=build --chown=root:root /usr/local/LICENSE /usr/local/share/doc/node/
COPY --from=dependencies --chown=root:root /app/node_modules ./node_modules
# For traces; the package has them as optional peers.
COPY --from=build --chown=root:root /app/node_modules/@opentelemetry ./node_modules/@opentelemetry
COPY --from=build --chown=root:root /app/dist/src ./dist/src
COPY --from=build --chown=root:root /app/dist/bundle ./dist/bundle
COPY --from=build --chown=root:root /app/dist/fonts ./dist/fonts
COPY fonts ./fonts
COPY data ./data
COPY package.json LICENSE ./
# A number, so that Kubernetes can see that it is not root.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "dist/src/cli/health-check.js"]
# node itself is process 1, so that SIGTERM reaches it.
CMD ["node", "dist/bundle/server.js"]
