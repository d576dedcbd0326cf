# One image for every verb: docker run … start|listen|transform|serve|migrate|backfill|doctor|keys
FROM node:20-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

# The command line as JavaScript: it starts in a third of the time, and holds 70 MB less.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY chains chains
COPY cli cli
COPY ingest ingest
COPY lib lib
COPY schemas schemas
COPY serve serve
COPY sql sql
COPY transform transform
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080 9464
ENTRYPOINT ["node", "dist/index.mjs"]
CMD ["start"]
