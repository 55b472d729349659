package inline

import "testing"

func TestPython(t *testing.T) {
	checkTable(t, "python", []test{
		{`import os; os.system("rm -rf /")`, `sh 'rm -rf /'`},
	})
}
