# As nginxinc/nginx-unprivileged: templates are filled from the environment at start, and nothing needs root.
FROM localhost/airlock-stand-in-debian
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx-light gettext-base wget \
  && userdel www-data && groupadd --gid 1101 nginx-files \
  && (getent passwd 101 >/dev/null || useradd --uid 101 --gid nginx-files --no-create-home nginx) \
  && rm -rf /etc/nginx/sites-enabled /etc/nginx/modules-enabled /etc/nginx/conf.d && mkdir /etc/nginx/conf.d && touch /etc/nginx/conf.d/default.conf
COPY nginx.conf /etc/nginx/nginx.conf
COPY nginx-entrypoint.sh /docker-entrypoint.sh
USER 101
ENTRYPOINT ["/docker-entrypoint.sh"]
CMD ["nginx", "-g", "daemon off;"]
