# One image for every verb: docker run … start|listen|transform|serve|migrate|backfill|doctor|keys
# It contains the package that `npm pack` makes, with the versions of package-lock.json. To pin the base, pass it by
# digest: docker build --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:… (docker buildx imagetools inspect shows it).
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY client/package.json client/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm pack && mkdir /opt/app && tar -xzf validator-analytics-*.tgz -C /opt/app --strip-components 1
WORKDIR /opt/app
RUN npm pkg delete devDependencies scripts workspaces && npm ci --no-audit --no-fund

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /opt/app /opt/validator-analytics
RUN mkdir /data && chown 1000:1000 /data
# Nothing here needs a package manager or a shell: who gets in finds neither. The shell goes last, of itself.
RUN ["rm", "-rf", "/usr/local/lib/node_modules", "/usr/local/bin/npm", "/usr/local/bin/npx", "/usr/local/bin/corepack", "/usr/local/bin/yarn", "/usr/local/bin/yarnpkg", "/usr/bin/apt", "/usr/bin/apt-get", "/usr/bin/dpkg", "/usr/bin/perl", "/bin/sh", "/bin/dash", "/bin/bash"]
WORKDIR /data
USER 1000:1000
VOLUME /data
EXPOSE 8080 9464
ENTRYPOINT ["node", "/opt/validator-analytics/cli/bin.mjs"]
CMD ["start"]
