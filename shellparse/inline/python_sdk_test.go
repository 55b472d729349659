package inline

import "testing"

// Packages whose objects do what a program of a shell does, and functions
// that find or load code.
func TestPythonPackages(t *testing.T) {
	checkTable(t, "python", []test{
		{"import git\ngit.Repo('.').remote('origin').push()", "like git push"},
		{"import git\ngit.Repo('.').git.reset('--hard')", "like git reset --hard"},
		{"import git\ngit.Git('.').execute(['git', 'push'])", "run git push"},
		{"from dulwich import porcelain\nporcelain.push('.', 'origin')", "like git push"},
		{"import docker\nfor x in docker.from_env().containers.list(): x.remove(force=True)", "like docker rm -f *"},
		{"import docker\ndocker.from_env().containers.run('alpine', 'id', volumes={'/': {'bind': '/h'}})", "like docker run --privileged alpine"},
		{"import boto3\nboto3.client('ec2').terminate_instances(InstanceIds=['i'])", "like aws api delete-resource"},
		{"from kubernetes import client\nclient.CoreV1Api().delete_namespace('prod')", "like kubectl delete resource"},
		{"from slack_sdk import WebClient\nWebClient(token='x').chat_postMessage(channel='c', text='t')", "like send_message *"},
		{"from twilio.rest import Client\nClient('a').messages.create(to='x', body='z')", "like send_message *"},
		{"import keyring\nkeyring.get_password('x', 'y')", "like secret-tool lookup x y"},
		{"from crontab import CronTab\nc = CronTab(user=True); c.write()", "like crontab -"},
		{"import dbus\ndbus.SystemBus().get_object('a', '/b').Reboot(False)", "like reboot"},
		{"import fsspec\nfsspec.filesystem('file').rm('src', recursive=True)", "like rm -rf -- src"},
		{"import pymongo\npymongo.MongoClient().x.y.drop()", "like mongosh --eval db.dropDatabase()"},
		{"import pydoc\npydoc.locate('os.system')('rm x')", "sh 'rm x'"},
		{"import pkgutil\npkgutil.resolve_name('os:system')('rm x')", "sh 'rm x'"},
		{"import pydoc\npydoc.pipepager('x', 'rm x')", "sh 'rm x'"},
		{"import bdb\nbdb.Bdb().run('import os; os.system(\"rm x\")')", "sh 'rm x'"},
		{"import doctest\ndoctest.run_docstring_examples('>>> __import__(\"os\").system(\"rm x\")', {})", "sh 'rm x'"},
		{"'''\n>>> import os\n>>> os.system('rm x')\n'''\nimport doctest; doctest.testmod()", "sh 'rm x'"},
		{"import logging.config\nlogging.config.dictConfig({'handlers': {'h': {'()': 'os.system', 'command': 'rm x'}}})", "sh *"},
		{"import shelve\nshelve.open('x')['a']", "code x"},
		{"import torch\ntorch.load('x.pt', weights_only=False)", "code x.pt"},
		{"import numpy as np\nnp.load('x.npy', allow_pickle=True)", "code x.npy"},
		{"import pandas as pd\npd.DataFrame().query('@pd.io.common.os.system(\"rm x\")')", "code '@pd.io.common.os.system(\"rm x\")'"},
		{"from jinja2 import Template\nTemplate('{{ x.__class__ }}').render()", "code '{{ x.__class__ }}'"},
		{"import sympy\nsympy.sympify('__import__(\"os\").system(\"rm x\")')", "sh 'rm x'"},
		{"from IPython.utils.process import system\nsystem('rm x')", "sh 'rm x'"},
		{"get_ipython().system('rm x')", "sh 'rm x'"},
		{"import anyio\nanyio.run(anyio.run_process, ['rm', 'x'])", "run rm x"},
		{"import pandas as pd\npd.read_csv('/root/.aws/credentials')", "< /root/.aws/credentials"},
	})
}

// The file that holds the code, and the folders above it.
func TestPythonOwnFile(t *testing.T) {
	checkTable(t, "python", []test{
		{"import os\nos.remove(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'x'))", "like rm -f -- <scriptdir>/x"},
		{"from pathlib import Path\n(Path(__file__).resolve().parent.parent / 'x').unlink()", "like rm -f -- <scriptdir>/../x"},
		{"from pathlib import Path\n(Path(__file__).parent.parent.parent / 'x').unlink()", "like rm -f -- <scriptdir>/../../x"},
		{"import os\nos.remove(__file__)", "like rm -f -- <script>"},
	})
}

func TestPythonPackagesHarmless(t *testing.T) {
	checkHarmless(t, "python", []string{
		"import git\nr = git.Repo('.'); print(r.head.commit.hexsha, [b.name for b in r.branches])",
		"import docker\nfor c in docker.from_env().containers.list(): print(c.name, c.status)",
		"import docker\nprint(docker.from_env().containers.run('alpine', 'id', remove=True))",
		"import boto3, argparse, json\nap = argparse.ArgumentParser(); ap.add_argument('x'); d = json.loads('{}'); d.update(a=1); print(boto3.client('s3').list_buckets())",
		"from kubernetes import client\nprint(client.CoreV1Api().list_namespaced_pod('x'))",
		"import torch, numpy as np\nprint(torch.load('x.pt', weights_only=True), np.load('x.npy'))",
		"from jinja2 import Template\nprint(Template('hi {{ name }}').render(name='x'))",
		"import sympy\nprint(sympy.sympify('x**2 + 1').diff('x'))",
		"import pandas as pd\ndf = pd.DataFrame({'a': [1]}); print(df.query('a > @x and b == 1').drop(columns=['a']))",
		"import pymongo, pandas as pd\ndf = pd.DataFrame(); print(df.drop(columns=['x']))",
		"def f(x):\n '''\n >>> f(1)\n 2\n '''\n return x + 1\nimport doctest; doctest.testmod()",
		"import logging.config\nlogging.config.dictConfig({'version': 1, 'formatters': {'x': {'()': 'mylog.Formatter'}}})",
		"import ctypes.util; print(ctypes.util.find_library('c'))",
	})
}
