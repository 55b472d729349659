// The ways to execute a program.
#include "below.h"
#include <pthread.h>
#include <sched.h>
#include <spawn.h>

static void plain(void) { in_child execve(target, words("a", "", "b c", "\n"), see("n")); }

static void *idle(void *unused)
{
	while (!unused)
		pause();
	return NULL;
}

static void *from_thread(void *unused)
{
	(void)unused;
	execve(target, words("from a thread"), see("n"));
	return (void *)(long)failed();
}

static void thread(void)
{
	in_child {
		pthread_t threads[4];
		for (int i = 0; i < 4; i++)
			pthread_create(&threads[i], NULL, i == 3 ? from_thread : idle, NULL);
		idle(NULL);
	}
}

// raced has four threads that execute at the same time: one wins.
static void raced(void)
{
	for (int i = 0; i < 10; i++)
		in_child {
			pthread_t t;
			for (int i = 0; i < 4; i++)
				pthread_create(&t, NULL, from_thread, NULL);
			idle(NULL);
		}
}

// in_vfork has an exec that fails before the one that does not.
static void in_vfork(void)
{
	char **argv = words("vfork"), **envp = see("n");
	pid_t child = vfork();
	if (child == 0) {
		execve("./missing", argv, envp);
		execve(target, argv, envp);
		_exit(8);
	}
	ended(child);
}

static void spawn(void)
{
	pid_t child;
	int err = posix_spawn(&child, target, NULL, NULL, words("spawn"), see("nds"));
	printf("posix_spawn: %s\n", strerror(err));
	if (!err)
		ended(child);
	setenv("PATH", folder, 1);
	err = posix_spawnp(&child, name, NULL, NULL, words("spawnp"), see("n"));
	printf("posix_spawnp: %s\n", strerror(err));
	if (!err)
		ended(child);
	printf("posix_spawn of nothing: %s\n", strerror(posix_spawn(&child, "./missing", NULL, NULL, words("x"), nothing)));
}

static int clone_child(void *how)
{
	execve(target, words(how), see("n"));
	_exit(8);
}

static void clone_vm(void)
{
	char *stack = malloc(1 << 18);
	ended(clone(clone_child, stack + (1 << 18), CLONE_VM | SIGCHLD, "CLONE_VM"));
	ended(clone(clone_child, stack + (1 << 18), CLONE_VM | CLONE_VFORK | CLONE_FILES | CLONE_FS | SIGCHLD, "and more"));
}

static void by_descriptor(void)
{
	for (int path = 0; path < 2; path++)
		for (int close = 0; close < 2; close++)
			in_child fexecve(open(target, (path ? O_PATH : O_RDONLY) | (close ? O_CLOEXEC : 0)), words("fexecve"), see("nd"));
}

static void by_folder(void)
{
	int dir = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path = open(folder, O_PATH | O_CLOEXEC);
	in_child exec_at(dir, name, words("execveat"), nothing, 0);
	in_child exec_at(path, name, words("execveat"), nothing, 0);
	in_child exec_at(dir, target, words("absolute"), see("n"), 0);
	in_child exec_at(-1, target, words("absolute, nowhere"), nothing, 0);
	in_child {
		(void)!chdir(folder);
		exec_at(AT_FDCWD, name, words("here"), see("n"), 0);
	}
	in_child exec_at(AT_FDCWD, target, words("not followed"), nothing, AT_SYMLINK_NOFOLLOW);
	in_child exec_at(dir, target, words("empty allowed"), nothing, AT_EMPTY_PATH);
}

static void copy_to(int fd)
{
	char b[1 << 16];
	int in = open(target, O_RDONLY);
	for (ssize_t n; (n = read(in, b, sizeof b)) > 0;)
		(void)!write(fd, b, n);
	close(in);
}

static void in_memory(void)
{
	int fd = memfd_create("kept", 0), closing = memfd_create("closing", MFD_CLOEXEC);
	copy_to(fd);
	copy_to(closing);
	in_child fexecve(fd, words("memfd"), see("d"));
	in_child fexecve(closing, words("memfd"), see("d"));
	in_child {
		char path[64];
		snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
		execve(path, words("by its name"), nothing);
	}
}

static void write_script(const char *file, const char *first)
{
	FILE *f = fopen(file, "w");
	fprintf(f, "#!%s\n", first);
	fclose(f);
	chmod(file, 0755);
}

static void scripts(void)
{
	char first[4096];
	snprintf(first, sizeof first, " %s  one  argument ", target);
	write_script("script", first);
	in_child execve("./script", words("zero", "one"), see("n"));
	in_child execve("script", words("zero"), nothing);
	in_child fexecve(open("script", O_RDONLY), words("zero"), nothing);
	in_child fexecve(open("script", O_RDONLY | O_CLOEXEC), words("zero"), nothing);
	in_child exec_at(open(".", O_PATH), "script", words("zero"), nothing, 0);
	in_child execve("./script", NULL, nothing);
	write_script("outer", "./script with this");
	in_child execve("./outer", words("zero", "one"), nothing);
	write_script("nowhere", "./missing");
	in_child execve("./nowhere", words("zero"), nothing);
	write_script("none", "");
	in_child execve("./none", words("zero"), nothing);
	write_script("itself", "./itself");
	in_child execve("./itself", words("zero"), nothing);
	in_child execvpe("./none", words("by the shell"), nothing);
}

static void names(void)
{
	(void)!symlink(target, "link");
	(void)!symlink("link", "second");
	in_child execve("./second", words("link"), see("n"));
	in_child exec_at(AT_FDCWD, "./link", words("link"), nothing, AT_SYMLINK_NOFOLLOW);
	in_child fexecve(open("link", O_PATH), words("link"), see("n"));
	in_child {
		char path[64];
		snprintf(path, sizeof path, "/dev/fd/%d", open(target, O_RDONLY));
		execve(path, words("/dev/fd"), see("n"));
	}
	in_child execve("/proc/self/cwd/link", words("/proc/self/cwd"), nothing);
	in_child execve("/proc/thread-self/cwd/../../../../../proc/self/cwd/link", words("around"), nothing);
	in_child execve("./././link", words("dots"), see("n"));
	in_child execve(target, words("/usr/bin/another name"), see("n"));
	in_child execve(target, words(""), see("n"));
}

// search goes along a PATH of which the first folders have no such program, one
// that is not one, and one that may not be executed.
static void search(void)
{
	char path[4096];
	mkdir("empty", 0755);
	mkdir("denied", 0755);
	snprintf(path, sizeof path, "denied/%s", name);
	close(open(path, O_WRONLY | O_CREAT, 0644));
	snprintf(path, sizeof path, "missing:empty:/etc/passwd:denied::%s", folder);
	setenv("PATH", path, 1);
	in_child execvpe(name, words("found"), nothing);
	setenv("PATH", "missing:denied:empty", 1);
	in_child execvpe(name, words("not found"), nothing);
	setenv("PATH", "missing:empty", 1);
	in_child execvpe(name, words("not found"), nothing);
}

const struct mode ways[] = {
	{"plain", plain}, {"thread", thread}, {"raced", raced}, {"vfork", in_vfork}, {"posix_spawn", spawn},
	{"clone", clone_vm}, {"fexecve", by_descriptor}, {"execveat", by_folder}, {"memfd", in_memory},
	{"scripts", scripts}, {"names", names}, {"search", search}, {NULL, NULL},
};
