// What a program finds as its caller had it.
#include "below.h"
#include <grp.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>

static void handler(int s) { (void)s; }

static void block(int how, int s)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, s);
	sigprocmask(how, &set, NULL);
}

// signals are ignored, caught, blocked and pending: all but the caught stay so.
static void signals(void)
{
	in_child {
		for (int s = 1; s < 65; s++)
			signal(s, s % 3 == 0 ? SIG_IGN : s % 3 == 1 ? SIG_DFL : handler);
		for (int s = 34; s < 60; s += 5)
			block(SIG_BLOCK, s);
		block(SIG_BLOCK, SIGTERM);
		block(SIG_BLOCK, SIGUSR1);
		kill(getpid(), SIGTERM);
		raise(SIGUSR1);
		for (int i = 0; i < 3; i++)
			kill(getpid(), 39);
		execve(target, words("signals"), see("s"));
	}
	in_child {
		struct itimerval soon = {.it_value = {0, 300000}};
		signal(SIGALRM, SIG_DFL);
		setitimer(ITIMER_REAL, &soon, NULL); // goes on across exec
		execl("/bin/sleep", "sleep", "20", NULL);
	}
	in_child {
		signal(SIGCHLD, SIG_IGN);
		prctl(PR_SET_PDEATHSIG, SIGUSR2);
		execve(target, words("ignored"), see("s"));
	}
	in_child {
		stack_t stack = {.ss_sp = malloc(SIGSTKSZ), .ss_size = SIGSTKSZ};
		struct sigaction caught = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
		sigaltstack(&stack, NULL);
		sigaction(SIGSEGV, &caught, NULL);
		execve(target, words("caught"), see("s"));
	}
}

// after_failure is as before a failed exec.
static void after_failure(void)
{
	struct sigaction set = {.sa_handler = handler}, was;
	sigset_t blocked;
	sigaction(SIGUSR1, &set, NULL);
	block(SIG_BLOCK, SIGUSR2);
	for (int i = 0; i < 50; i++)
		execve("./missing", words("x"), nothing);
	sigaction(SIGUSR1, NULL, &was);
	sigprocmask(SIG_BLOCK, NULL, &blocked);
	printf("handler %d blocked %d\n", was.sa_handler == handler, sigismember(&blocked, SIGUSR2));
	in_child execve(target, words("x"), see("sd"));
}

static void descriptors(void)
{
	int pair[2];
	in_child {
		(void)!pipe2(pair, O_CLOEXEC);
		(void)!pipe(pair);
		open("/dev/null", O_RDWR | O_CLOEXEC);
		dup2(open("/dev/zero", O_RDONLY), 90);
		fcntl(90, F_SETFD, FD_CLOEXEC);
		dup2(open("/dev/zero", O_RDONLY), 91);
		execve(target, words("descriptors"), see("d"));
	}
	in_child {
		for (int fd = 3; fd < 200; fd++)
			close(fd);
		close(0);
		execve(target, words("no input"), see("d"));
	}
	in_child {
		struct rlimit few = {8, 8};
		setrlimit(RLIMIT_NOFILE, &few);
		execve(target, words("few"), see("d"));
	}
}

static void numbers(char *of[5])
{
	int n[] = {getpid(), getppid(), getpgrp(), getsid(0)};
	of[0] = "x";
	for (int i = 0; i < 4; i++) {
		of[i + 1] = malloc(12);
		snprintf(of[i + 1], 12, "%d", n[i]);
	}
}

// itself is the same process: the words, which differ each time, are not printed.
static void itself(void)
{
	for (int how = 0; how < 3; how++) {
		int pair[2];
		char said[4096], *argv[6] = {0};
		(void)!pipe(pair);
		in_child {
			if (how == 1)
				setpgid(0, 0);
			if (how == 2)
				setsid();
			numbers(argv);
			dup2(pair[1], 1);
			execve(target, argv, see("i"));
		}
		ssize_t n = read(pair[0], said, sizeof said - 1);
		said[n < 0 ? 0 : n] = 0;
		char *same = strstr(said, "the same");
		printf("%s", same ? same : "nothing\n");
		fflush(stdout);
	}
}

static void environment(void)
{
	in_child execve(target, words("x"), words("A=1", "B=", "A=2", "no equals sign", "", "=", "SEE=", "C=\xff\n"));
	in_child execve(target, words("x"), words("LD_PRELOAD=", "BASH_ENV=/x", "IFS=a", "HERMES_HOME=/x"));
	in_child execve(target, words("x"), nothing);
}

static void directory(void)
{
	mkdir("away", 0755);
	in_child {
		(void)!chdir("away");
		rmdir("../away");
		execve(target, words("x"), see("c"));
	}
	in_child {
		mkdir("gone", 0755);
		(void)!chdir("gone");
		rmdir("../gone");
		execve("./missing", words("x"), see("c"));
		say_errno("from nowhere");
		execve("../link", words("x"), see("c"));
	}
	in_child {
		mkdir("closed", 0700);
		(void)!chdir("closed");
		chmod(".", 0);
		execve(target, words("x"), see("c"));
	}
	chmod("closed", 0700);
}

// undumped cannot be read by others of the same user.
static void undumped(void)
{
	in_child {
		prctl(PR_SET_DUMPABLE, 0);
		execve(target, words("x"), see("n"));
	}
}

// limits are what a caller has set itself before it calls.
static void limits(void)
{
	in_child {
		struct rlimit space = {1 << 28, 1 << 28}, none = {0, 0};
		setrlimit(RLIMIT_AS, &space);
		setrlimit(RLIMIT_CORE, &none);
		setrlimit(RLIMIT_FSIZE, &none);
		execve(target, words("x"), see("n"));
	}
	in_child {
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
		prctl(PR_SET_NAME, "another name");
		(void)!nice(3);
		umask(0123);
		execve(target, words("x"), see("nr"));
	}
}

// dropped is a program that gives its rights to nobody and calls.
static void dropped(void)
{
	in_child {
		if (setgroups(0, NULL) || setgid(65534) || setuid(65534))
			perror("setuid");
		execve(target, words("x"), see("nr"));
	}
}

const struct mode handed[] = {
	{"signals", signals}, {"after failure", after_failure}, {"descriptors", descriptors}, {"itself", itself},
	{"environment", environment}, {"directory", directory}, {"undumped", undumped}, {"limits", limits},
	{"dropped", dropped}, {NULL, NULL},
};
