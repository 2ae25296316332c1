# An image that holds the static program alone, from a release's folder:
#
#   release/build --target x86_64-unknown-linux-musl
#   docker build --build-arg PROGRAM=target/x86_64-unknown-linux-musl/dist/toolkit --tag nim-toolkit .
#   echo '3  3 6 9' | docker run --rm --interactive nim-toolkit matches
FROM scratch
ARG PROGRAM=target/x86_64-unknown-linux-musl/dist/toolkit
COPY ${PROGRAM} /usr/bin/toolkit
# Makes the folder of temporary files, too.
WORKDIR /tmp
WORKDIR /work
ENV PATH=/usr/bin HOME=/tmp
ENTRYPOINT ["/usr/bin/toolkit"]
