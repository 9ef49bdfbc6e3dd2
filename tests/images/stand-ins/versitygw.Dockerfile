# As far as deploy/Dockerfile needs it: the server of the image.
FROM scratch
COPY versitygw /usr/local/bin/versitygw
