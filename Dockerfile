# docker build -t circuitgrade . && docker run -p 8080:8080 -v circuitgrade:/data circuitgrade
# It builds for linux/amd64 alone; on another machine add --platform linux/amd64, which emulates it.
# .ci/package/dockerfile.test.ts checks its paths.

FROM node:20-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run package -- --folder /app
# Leaves compiled code for quicker starts; at run time the folder is only read.
RUN /app/circuitgrade truth A

FROM debian:12-slim
COPY --from=build /app /app
RUN mkdir /data && chown 10001:10001 /data && chmod 700 /data
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["/app/health"]
ENTRYPOINT ["/app/circuitgrade"]
CMD ["serve"]
