package inline

import "testing"

// What python calls without being told to, and what changes a name or a list
// without an assignment.
func TestPythonHooks(t *testing.T) {
	checkTable(t, "python", []test{
		{"import os\nclass A:\n def __add__(s, o): os.system(o)\nA() + 'rm x'", "sh 'rm x'\nsh *"},
		{"import os\nclass A:\n def __radd__(s, o): os.system(o)\n'rm x' + A()", "sh 'rm x'\nsh *"},
		{"import os\nclass A:\n def __neg__(s): os.system('rm x')\n-A()", "sh 'rm x'"},
		{"import os\nclass A:\n def __getitem__(s, k): os.system(k)\nA()['rm x']", "sh 'rm x'\nsh *"},
		{"import os\nclass A:\n def __setitem__(s, k, v): os.system(v)\nA()[1] = 'rm x'", "sh 'rm x'\nsh *"},
		{"import os\nclass A:\n def __getattr__(s, k): os.system('rm ' + k)\nA().x", "sh 'rm x'\nsh 'rm *'"},
		{"import os\nclass A:\n def __setattr__(s, k, v): os.system(v)\nA().x = 'rm x'", "sh 'rm x'\nsh *"},
		{"import os\nclass A:\n __class_getitem__ = os.system\nA['rm x']", "sh *\nsh 'rm x'"},
		{"import os\nclass A:\n def __class_getitem__(c, k): os.system(k)\nA['rm x']", "sh 'rm x'\nsh *"},
		{"import os\nclass A:\n __eq__ = os.system", "sh *"},
		{"import os\nclass A(metaclass=lambda n, b, d: os.system(d['c'])):\n c = 'rm x'", "sh 'rm x'"},
		{"import subprocess\nclass P(subprocess.Popen):\n def __init__(s): super().__init__(['rm', 'x'])\nP()", "run rm x"},
		{"import os\nc = 'ls'\nglobals().update(c='rm x')\nos.system(c)", "sh ls|'rm x'"},
		{"import os\nc = 'ls'\nglobals().update({'c': 'rm x'})\nos.system(c)", "sh ls|'rm x'"},
		{"import os\nc = 'ls'\nvars()['c'] = 'rm x'\nos.system(c)", "sh ls|'rm x'"},
		{"import os\nc = 'ls'\nglobals().__setitem__('c', 'rm x')\nos.system(c)", "sh ls|'rm x'"},
		{"import os\nglobals().update(x)", "code *"},
		{"import os, __main__\nc = 'ls'\n__main__.c = 'rm x'\nos.system(c)", "sh ls|'rm x'"},
		{"import os, sys\nc = 'ls'\nsetattr(sys.modules[__name__], 'c', 'rm x')\nos.system(c)", "sh ls|'rm x'"},
		{"import os\nclass A: c = 'ls'\na = A(); vars(a).update(c='rm x'); os.system(a.c)", "sh 'rm x'|ls"},
		{"import os\nclass A: c = 'ls'\na = A(); a.__dict__['c'] = 'rm x'; os.system(a.c)", "sh 'rm x'|ls"},
		{"import os\nclass A: c = 'ls'\na = A(); object.__setattr__(a, 'c', 'rm x'); os.system(a.c)", "sh 'rm x'|ls"},
		{"import os, json\njson.loads = os.system\njson.loads('rm x')", "sh *\nsh 'rm x'"},
		{"def f(): pass\nf.__code__ = g.__code__", "code *"},
		{"import os\n[c := x for x in ['rm x']]\nos.system(c)", "sh 'rm x'"},
		{"import os\ntype X = os.system('rm x')", "sh 'rm x'"},
		{"import os\ndef f[T: os.system('rm x')](a): pass", "sh 'rm x'"},
		{"import os\nclass A[T: os.system('rm x')]: pass", "sh 'rm x'"},
		{"import os\nlist(iter(lambda: os.system('rm x'), 0))", "sh 'rm x'"},
		{"import os\nsorted(['rm x'], key=os.system)", "sh 'rm x'"},
		{"import os\nmax('rm x', 'ls', key=os.system)", "sh 'rm x'\nsh ls"},
		{"import os\nbreakpoint\nos.environ['PYTHONBREAKPOINT'] = 'os.system'", "like export PYTHONBREAKPOINT=os.system\ncode os.system"},
		{"import inspect, os\ndict(inspect.getmembers(os))['system']('rm x')", "code 'rm x'"},
		{"import subprocess\nc = ['git', 'status']; c.__setitem__(1, 'push'); subprocess.run(c)", "run git push"},
		{"import subprocess, operator\nc = ['git', 'status']; operator.setitem(c, 1, 'push'); subprocess.run(c)", "run git push"},
		{"import subprocess\nc = ['git']; list.append(c, 'push'); subprocess.run(c)", "run git push"},
		{"import subprocess, heapq\nc = ['push', 'git']; heapq.heapify(c); subprocess.run(c)", "run *…"},
		{"import os\nb = bytearray(b'lm x'); b[0] = 114; os.system(b.decode())", "sh 'lm x'|*"},
		{"import os\np = os.popen('sh', 'w'); p.write('rm x')", "sh sh\nsh 'rm x'"},
		{"import os\nprint('rm x', file=os.popen('sh', 'w'))", "sh sh\nsh 'rm x␤'"},
		{"import subprocess\nsubprocess.run('x', shell=True, executable='/tmp/evil')", "run /tmp/evil -c x\nsh x"},
		{"import subprocess\nsubprocess.run(['bash', '-s'], input='rm x')", "run bash -s\nsh 'rm x'"},
		{"import subprocess\nsubprocess.run(['bash', f], input='rm x')", "run bash *\nsh 'rm x'"},
		{"import subprocess\nsubprocess.run(['python3', '-'], input='rm x')", "run python3 -\ncode 'rm x'"},
		{"import shutil, contextlib\nwith contextlib.ExitStack() as s: s.callback(shutil.rmtree, 'x')", "like rm -rf -- x"},
		{"import sched, os\ns = sched.scheduler(); s.enter(1, 1, os.system, argument=('rm x',))", "sh 'rm x'"},
		{"import pandas as pd, os\npd.Series(['rm x']).apply(os.system)", "sh *"},
		{"import sqlite3, os\nc = sqlite3.connect(':memory:'); c.create_function('f', 1, os.system)", "sh *"},
		{"import sqlite3\nc = sqlite3.connect(':memory:'); c.load_extension('/tmp/x.so')", "code /tmp/x.so"},
		{"from ptyprocess import PtyProcess\nPtyProcess.spawn(['rm', 'x'])", "run rm x"},
		{"from setuptools._distutils.dir_util import remove_tree\nremove_tree('src')", "like rm -rf -- src"},
	})
}

func TestPythonHooksHarmless(t *testing.T) {
	checkHarmless(t, "python", []string{
		"class A:\n def __init__(self, **kw): self.__dict__.update(kw)\n def __getattr__(self, k): return self.__dict__.get(k)\nprint(A(a=1).a, vars(A(b=2)))",
		"class V:\n def __init__(self, x): self.x = x\n def __add__(self, o): return V(self.x + o.x)\n def __getitem__(self, i): return self.x\nprint((V(1) + V(2))[0])",
		"class A(type): pass\nclass B(metaclass=A): x = 1\nprint(B.x)",
		"def f[T: (int, str)](x: T) -> T: return x\ntype L[T] = list[T]\nclass S[T]: pass\nprint(f(1), S[int])",
		"print(sorted([3, 1], key=lambda x: -x), max(['a', 'bb'], key=len))",
		"import heapq, random\nh = [3, 1]; heapq.heapify(h); random.shuffle(h); print(h)",
		"import inspect, json\nprint(inspect.getsource(json.dumps), [n for n, _ in inspect.getmembers(json)])",
		"import sys\nprint('x', file=sys.stderr)",
		"globals()['x'] = 1\nprint(x, locals().get('x'), list(globals().items())[:1])",
	})
}
