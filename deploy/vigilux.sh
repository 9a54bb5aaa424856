#!/bin/sh
# Runs an operator's command with the settings of the service: vigilux office list, vigilux backup --to FOLDER.
# Installed as /usr/local/sbin/vigilux; docs/operations/running.md.
set -eu
app=/opt/vigilux
command=${1:?name a command: check-settings, office, unit-credentials, mosquitto, backup, import-plant, restore, dead-letters, catalogue or company-sign-in}
shift

set -a
DATA_DIR=/var/lib/vigilux NODE_ENV=production
. /etc/vigilux/vigilux.env
set +a

case $command in
  # Mosquitto has to read what is written. The options of each run are in a file, one per line.
  mosquitto)
    user=mosquitto
    if [ -f /etc/vigilux/mosquitto.options ]; then
      # shellcheck disable=SC2046
      set -- $(cat /etc/vigilux/mosquitto.options) "$@"
    fi
    ;;
  *) user=vigilux ;;
esac
program="server/src/bin/$command.ts"
if [ "$command" = check-settings ]; then
  program=server/src/bin/main.ts
  set -- --check
fi
if [ ! -f "$app/$program" ]; then
  echo "There is no command $command" >&2
  exit 2
fi

cd "$app"
# As little memory as the service: an import of a million entries stays small.
runuser -u "$user" -- node_modules/.bin/node --optimize-for-size --max-semi-space-size=2 --v8-pool-size=1 "$program" "$@"
# Mosquitto takes up new passwords and rights without a restart.
if [ "$command" = mosquitto ] && systemctl --quiet is-active mosquitto; then
  systemctl reload mosquitto
fi
