# As python:3.12-slim-bookworm, as far as a download needs it.
FROM localhost/airlock-stand-in-debian
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 python3-pip && ln -s python3 /usr/bin/python
