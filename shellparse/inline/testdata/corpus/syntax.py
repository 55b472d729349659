#!/usr/bin/env python3
# -*- coding: utf-8 -*-
"""Most of Python's grammar, doing nothing of note.

>>> 1 + 1
2
"""
from __future__ import annotations

import collections.abc as abc, functools
import json
from dataclasses import dataclass, field
from typing import (
    Any, Generic, TypeVar,  # names
    overload,
)

T = TypeVar("T", bound="Base")
NUMBERS = 0x_ff, 0b1010, 0o17, 1_000_000, 1.5e-3, .5, 5., 1e10, 3j, -7 // 2, 2 ** -1, ~5, 7 % 3, 1 << 3 | 4 & 5 ^ 6 >> 1
STRINGS = 'a' "b" 'it\'s', "tab\t\x41\u00e9\N{DEGREE SIGN}\101", r'\d+\'', b'\x00by' b"tes", rb'\raw', u"old", '''three
"lines" ''', """more "quotes" and \
continued"""
x: int = 1
y: "list[int] | None" = None
a = b = c = 0
a, (b, *rest), [c] = 1, (2, 3, 4), [5]
first, *_, last = range(10)
*head, = "ab"
x += 1; x -= 1; x *= 2; x //= 1; x %= 7; x **= 2; x |= 1; x &= 7; x ^= 2; x <<= 1; x >>= 1; x /= 2; x @= 1 if False else 1
name, width, d = "x", 10, {"k": [1, 2], 'nested': {'deep': "v"}}
print(f"{name!r:>{width}} {d['k'][0]} {{literal}} {x:.2f} {x=} {name + 'y'} {'nested ' + f'{x + 1}'}" f'{d["k"]}'
      rf"\d{name}" F'{(lambda q: q * 2)(3)}' f"{x if x else 0:{'<'}{width}}" f'''{
    name}''')
print(1 < x <= 10 != 5, not x, x is not None and x not in [1], x or y, x if x else y, (yield_ := 5), [*rest, *"ab"], {**d, "z": 1}, {*rest}, (), (1,), [], {}, ...)
print(rest[0], rest[-1], rest[1:], rest[:-1], rest[::2], rest[1:2:1], d["k"][0:1], "a,b".split(",")[0].upper(), {(1, 2): 3}[1, 2])
print(*rest, sep="", end="\n", **{}) ; print(max((n for n in rest), default=0), sorted(d, key=lambda k: (len(k), k), reverse=True))
squares = [i * j for i in range(3) if i for j in range(i) if j % 2 == 0]
table = {k: [v for v in vs] for k, vs in {"a": [1]}.items()}
unique = {i for i in squares}
lazy = (i async for i in agen()) if False else ()
matrix = [[0] * 3
          for _ in
          range(3)]

if x == 1: pass
elif x > 2 and \
        y is None:
    x = 2
else:
    x = 3
while x < 10:
    x += 1
    if x == 5: continue
    if x == 8: break
else:
    print("not broken")
for i, (k, v) in enumerate(d.items()):
    del v
else: x = 0
for n in 1, 2, *rest: x += n
for d["i"] in []: ...
try:
    raise ValueError("bad") from None
except (ValueError, TypeError) as e:
    print(e.args)
except Exception: raise
else:
    pass
finally:
    x = 1
try: pass
finally: pass
with open("/dev/null") as f, open("/dev/null", mode="rb") as g: f.read()
with (
    open("/dev/null") as f,
    open("/dev/null"),
):
    pass
assert x, f"no {x}"
del a, b, d["i":], (c)
global_value = None

def function(a, /, b: int, *args: int, c=1, d: "str" = 'x', **kwargs: Any) -> dict[str, int] | None:
    """Does nothing."""
    global global_value
    global_value = a
    total = 0
    def inner(n, *, step=1):
        nonlocal total
        total += n * step
        return total
    return inner(b, step=c) if args else {"a": kwargs.get("a", lambda *a, **k: (a, k)), }

@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)

def generator(n):
    received = yield
    while (n := n - 1) > 0:
        received = yield n, received
    yield from (i for i in range(3))
    return "done"

async def agen():
    yield 1
    async with lock() as l, lock():
        await l.acquire()
    async for item in agen():
        print([await f(i) async for i in agen() if i])
    else:
        return
    x = await f(1) + (await f(2))

class Base(Generic[T], metaclass=type):
    """A class."""
    __slots__ = ("a", "_b")
    count: int = 0
    def __init__(self, a=None, *, b=0): self.a, self._b = a, b
    @property
    def b(self): return self._b
    @b.setter
    def b(self, value): self._b = value
    @classmethod
    def make(cls, **kw): return cls(**kw)
    @staticmethod
    def helper(x): return -x
    @overload
    def get(self, key: int) -> int: ...
    def __getitem__(self, key): return self.a[key] if isinstance(key, slice) else super().__getitem__(key)
    def __enter__(self): return self
    def __exit__(self, *exc): return False
    def __lt__(self, other): return NotImplemented
    class Inner(Exception): pass

@dataclass(order=True, frozen=True)
class Point:
    x: float
    y: float = 0.0
    tags: list[str] = field(default_factory=list)
    def __matmul__(self, o): return self.x * o.x + self.y * o.y

match command := ["go", "north", 1]:
    case []: pass
    case ["go", ("north" | "south") as where, *rest] if rest:
        print(where)
    case {"action": str(action), "to": [x, y], **others}: pass
    case Point(x=0, y=yy) | Point(yy, 0): pass
    case -1 | 2.5 | "s" | None | True: pass
    case Base.count: pass
    case (a, b) | [a, b]: pass
    case _: pass
match = 1; case = match + 1; print(match, case); match[0] if False else None; type = "soft"
if __name__ == "__main__":
    print(json.dumps({"ok": True}, indent=2), Point(1.0) @ Point(2.0),
          # a comment inside
          fib(10))
	
