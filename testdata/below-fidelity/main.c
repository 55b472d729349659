// Below calls a target in every way that there is to execute a program:
//
//	below MODE TARGET
#include "below.h"

char *target, *folder, *name;
char *nothing[] = {NULL};

pid_t started(void)
{
	fflush(stdout);
	pid_t child = fork();
	if (child < 0) {
		perror("fork");
		exit(2);
	}
	return child;
}

pid_t ended(pid_t child)
{
	int status;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) {
			perror("waitpid");
			return -1;
		}
	if (WIFSIGNALED(status))
		printf("child: signal %d\n", WTERMSIG(status));
	else
		printf("child: exit %d\n", WEXITSTATUS(status));
	fflush(stdout);
	return -1;
}

pid_t failed(void)
{
	printf("not executed: %s\n", strerror(errno));
	fflush(stdout);
	_exit(9);
}

void say_errno(const char *what)
{
	printf("%s: %s\n", what, strerror(errno));
	fflush(stdout);
	errno = 0;
}

long exec_at(int dir, const char *file, char *const argv[], char *const envp[], int flags)
{
	return syscall(SYS_execveat, dir, file, argv, envp, flags);
}

int main(int argc, char **argv)
{
	const struct mode *all[] = {ways, errors, edges, handed, storms, others};
	if (argc != 3)
		return 2;
	target = argv[2];
	folder = strdup(target);
	name = strrchr(folder, '/');
	*name++ = 0;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		for (const struct mode *m = all[i]; m->name; m++)
			if (!strcmp(m->name, argv[1])) {
				m->run();
				return 0;
			}
	fprintf(stderr, "below: there is no %s\n", argv[1]);
	return 2;
}
