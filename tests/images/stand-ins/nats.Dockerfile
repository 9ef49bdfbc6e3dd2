# As far as deploy/Dockerfile needs it: the server of the image.
FROM scratch
COPY nats-server /usr/local/bin/nats-server
