# One image for every verb: docker run … start|listen|transform|serve|migrate|backfill|doctor|keys
FROM node:20-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:20-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
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
ENTRYPOINT ["node", "cli/bin.mjs"]
CMD ["start"]
