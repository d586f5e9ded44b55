# The image of Atrium: `docker build -t atrium .` Web, worker and operator are three commands of it.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN node scripts/image-files.ts /image

# No shell and no package manager: what runs here is Node, as an ordinary user, on files that it can't change.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /app
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=8080 DATA_DIR=/tmp/atrium
COPY --from=build /image ./
USER 65532:65532
EXPOSE 8080
# For `docker compose up --wait` and `ps`; the proxy asks /readyz every second. Each check is a process.
HEALTHCHECK --interval=60s --timeout=4s --start-period=60s --start-interval=1s \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["--max-old-space-size=512", "--max-semi-space-size=16", "dist/app/main.mjs"]
