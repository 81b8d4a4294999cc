#!/bin/sh
# The same from cron, which mails what is said on stderr:
#   17 4 * * * /srv/trial/presence-gate.sh
cd "$(dirname "$0")" || exit 1
PATH="$PWD/.venv/bin:$PATH"  # where dpsql is installed: cron itself looks in /usr/bin and /bin
umask 077

dpsql measure job.yaml --levels zip=2,age=2,nationality=2 \
  --junit gate.xml --json > gate.json 2> gate.log
ended=$?

case $ended in
  0) ;;
  4) echo "presence gate: the job is not satisfied any more; see gate.xml" >&2 ;;
  *) echo "presence gate: not measured, exit code $ended: $(tail -n 1 gate.log)" >&2 ;;
esac
exit $ended
