// Launch calls what the file words says, in the way that its argument names.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static char line[4096], file[4096];
static char *words[64];
extern char **environ;

// look finds the program on PATH, where it is a stub.
static void look(void)
{
	char *path = strdup(getenv("PATH"));
	for (char *dir = strtok(path, ":"); dir; dir = strtok(NULL, ":")) {
		snprintf(file, sizeof file, "%s/%s", dir, words[0]);
		if (access(file, X_OK) == 0)
			return;
	}
	exit(3);
}

static void *thread(void *unused)
{
	(void)unused;
	execve(file, words, environ);
	perror("execve");
	exit(1);
}

int main(int argc, char **argv)
{
	FILE *f = fopen("words", "r");
	if (argc < 2 || !f || !fgets(line, sizeof line, f))
		return 2;
	fclose(f);
	line[strcspn(line, "\n")] = 0;
	char *how = argv[1], *whole = strdup(line);
	int n = 0;
	for (char *word = strtok(line, " "); word && n < 63; word = strtok(NULL, " "))
		words[n++] = word;
	look();
	if (!strcmp(how, "execvp")) {
		execvp(words[0], words);
	} else if (!strcmp(how, "execve")) {
		execve(file, words, environ);
	} else if (!strcmp(how, "alias")) { // argv[0] says nothing
		words[0] = "tidy";
		execve(file, words, environ);
	} else if (!strcmp(how, "execveat")) {
		char *name = strrchr(file, '/');
		*name = 0;
		int dir = open(file, O_RDONLY | O_DIRECTORY);
		syscall(SYS_execveat, dir, name + 1, words, environ, 0);
	} else if (!strcmp(how, "fexecve")) {
		fexecve(open(file, O_RDONLY), words, environ);
	} else if (!strcmp(how, "spawn")) {
		pid_t pid;
		int err = posix_spawnp(&pid, words[0], NULL, NULL, words, environ);
		if (!err)
			return waitpid(pid, NULL, 0) < 0;
		fprintf(stderr, "posix_spawnp: %s\n", strerror(err));
		return 1;
	} else if (!strcmp(how, "vfork")) {
		pid_t pid = vfork();
		if (pid == 0) {
			execve(file, words, environ);
			_exit(1);
		}
		return waitpid(pid, NULL, 0) < 0;
	} else if (!strcmp(how, "thread")) {
		pthread_t t;
		pthread_create(&t, NULL, thread, NULL);
		pthread_join(t, NULL);
	} else if (!strcmp(how, "system")) {
		return system(whole) != 0;
	} else if (!strcmp(how, "orphan")) { // its parent has ended when it calls
		int ends[2];
		char c;
		if (pipe(ends) < 0)
			return 2;
		if (fork() == 0) {
			if (fork() == 0) {
				close(ends[1]);
				if (read(ends[0], &c, 1) == 0)
					execve(file, words, environ);
				_exit(1);
			}
			_exit(0);
		}
		wait(NULL);
		close(ends[0]);
		close(ends[1]);
		usleep(300000);
		return 0;
	}
	perror(how);
	return 1;
}
