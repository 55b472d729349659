#!/usr/bin/env python3
"""Hermes's own rules as a hook: hermes.py DOCUMENT <event.

The document holds Hermes's table TIER_PATTERNS, a line each of a regular
expression, a tier from 0 to 4 and what it stands for. As Hermes does it, the first
expression that is found anywhere in the command decides, and a person is asked
from tier 2 on.
"""
import json
import re
import sys

ROW = re.compile(r"^\(r'(.*)', ([0-4]), \"", re.M)

with open(sys.argv[1], encoding="utf-8") as document:
    table = document.read().split("TIER_PATTERNS: ", 1)[1].split("\n]", 1)[0]
rows = ROW.findall(table)
if len(rows) < 20:
    sys.exit("hermes.py: no TIER_PATTERNS in " + sys.argv[1])
command = json.load(sys.stdin)["tool_input"]["command"]
tier = next((int(tier) for pattern, tier in rows if re.search(pattern, command, re.I | re.S)), 0)
if tier >= 2:
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask"}}))
