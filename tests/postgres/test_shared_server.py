"""All workers of a run share one server, which ends with the last of them, however it ends."""

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import psycopg

from tests.postgres_server import require_postgres

REPOSITORY = Path(__file__).parents[2]
WORKER = """
import sys
from pathlib import Path
from tests import shared_server
shared_server.share_between_workers(Path(sys.argv[1]))
print(shared_server.find_shared("postgres"), flush=True)
sys.stdin.read()
"""
DEADLINE = 120


def start_worker(folder):
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=REPOSITORY,
    )


def test_one_server_serves_all_workers_and_goes_with_the_last(tmp_path):
    require_postgres()
    with start_worker(tmp_path) as one, start_worker(tmp_path) as other:
        words = one.stdout.readline().strip()
        assert other.stdout.readline().strip() == words
        one.kill()
        one.wait()
        with closing(psycopg.connect(words)) as connection:
            assert connection.execute("SELECT 1").fetchone() == (1,)
        other.kill()
    place = Path(words.split()[0].removeprefix("host="))
    end = time.monotonic() + DEADLINE
    while place.exists():
        assert time.monotonic() < end
        time.sleep(0.05)
