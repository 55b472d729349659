#!/usr/bin/env python3
"""Counts words in files: a tool as people write them."""
import argparse
import collections
import contextlib
import csv
import datetime as dt
import hashlib
import io
import itertools
import logging
import re
import sys
from pathlib import Path

log = logging.getLogger(__name__)
WORD = re.compile(r"""
    (?P<word>[^\W\d_]+(?:'[a-z]+)?)   # letters, and what follows an apostrophe
    | (?P<number>\d+(?:\.\d+)?)
""", re.VERBOSE | re.IGNORECASE)


class Counter(collections.Counter):
    def __init__(self, *args, stop=frozenset({"the", "a"}), **kwargs):
        super().__init__(*args, **kwargs)
        self.stop = stop
        self._began = dt.datetime.now(tz=dt.timezone.utc)

    def feed(self, lines, *, lower=True):
        for number, line in enumerate(lines, start=1):
            for m in WORD.finditer(line):
                kind, text = m.lastgroup, m[m.lastgroup]
                if kind == "word" and lower:
                    text = text.lower()
                if text in self.stop:
                    continue
                self[text] += 1
        return self

    @property
    def age(self) -> dt.timedelta:
        return dt.datetime.now(tz=dt.timezone.utc) - self._began

    def table(self, n=None, width=20):
        out = io.StringIO()
        writer = csv.writer(out, delimiter="\t", lineterminator="\n")
        writer.writerow(("word", "count", "%"))
        whole = sum(self.values()) or 1
        for word, count in sorted(self.most_common(n), key=lambda kv: (-kv[1], kv[0])):
            writer.writerow([f"{word:<{width}.{width}}", count, f"{count / whole:7.2%}"])
        return out.getvalue()


@contextlib.contextmanager
def timed(what):
    start = dt.datetime.now()
    try:
        yield
    except KeyboardInterrupt:
        log.warning("%s: interrupted", what)
        raise SystemExit(130) from None
    finally:
        log.info("%s took %s", what, dt.datetime.now() - start)


def digest(path: Path, algorithm: str = "sha256", size: int = 1 << 16) -> str:
    h = hashlib.new(algorithm)
    with path.open("rb") as f:
        while chunk := f.read(size):
            h.update(chunk)
    return h.hexdigest()


def batched(items, n):
    it = iter(items)
    return iter(lambda: list(itertools.islice(it, n)), [])


def main(argv=None):
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0], epilog="100%% %(prog)s")
    p.add_argument("files", nargs="*", type=Path, metavar="FILE")
    p.add_argument("-n", "--top", type=int, default=10, help="how many (default: %(default)s)")
    p.add_argument("-v", "--verbose", action="count", default=0)
    args = p.parse_args(argv)
    logging.basicConfig(level=[logging.WARNING, logging.INFO, logging.DEBUG][min(args.verbose, 2)], format="%(levelname)s %(message)s")
    counter = Counter()
    with timed("reading"):
        for batch in batched(args.files or [Path("/dev/stdin")], 4):
            for path in batch:
                try:
                    counter.feed(path.read_text(encoding="utf-8", errors="replace").splitlines())
                    log.debug("%s: %s", path, digest(path)[:8])
                except (FileNotFoundError, IsADirectoryError) as e:
                    print(f"{p.prog}: {e.filename}: {e.strerror}", file=sys.stderr)
                    return 1
    sys.stdout.write(counter.table(args.top))
    print("-" * 30, "%d words, %(age)s" % {"age": counter.age} if False else "%d words" % sum(counter.values()), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
