// Signals that come while an exec is asked about.
#include "below.h"
#include <time.h>

static volatile sig_atomic_t hits;

static void hit(int s)
{
	(void)s;
	hits++;
}

static void catch(int s, int flags)
{
	struct sigaction caught = {.sa_handler = hit, .sa_flags = flags};
	sigaction(s, &caught, NULL);
}

static void pause_for(long nanoseconds)
{
	nanosleep(&(struct timespec){0, nanoseconds}, NULL);
}

// sender sends a signal all the time, until its parent has ended.
static pid_t sender(int s)
{
	pid_t to = getpid(), child = started();
	if (child == 0) {
		while (getppid() == to && kill(to, s) == 0)
			pause_for(20000);
		_exit(0);
	}
	return child;
}

// tried counts what execs that must not succeed fail with.
static void tried(int rounds)
{
	int interrupted = 0, other = 0;
	while (!hits)
		pause_for(1000);
	for (int i = 0; i < rounds; i++) {
		execve(i % 2 ? "./missing" : "./missing/rm", words("x"), nothing);
		interrupted += errno == EINTR;
		other += errno != EINTR && errno != ENOENT;
	}
	printf("interrupted %d other %d\n", interrupted, other);
}

static void over(pid_t child)
{
	kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

static void usr1(int flags, int rounds)
{
	catch(SIGUSR1, flags);
	pid_t child = sender(SIGUSR1);
	tried(rounds);
	over(child);
}

static void restarted(void) { usr1(SA_RESTART, 2000); }
static void interrupted(void) { usr1(0, 2000); }

// children end all the time while their parent executes.
static void children(int flags)
{
	catch(SIGCHLD, flags | SA_NOCLDSTOP);
	int interrupted = 0, other = 0;
	for (int i = 0; i < 300; i++) {
		if (started() == 0) {
			pause_for(i % 50 * 2000);
			_exit(0);
		}
		execve("./missing", words("x"), nothing);
		interrupted += errno == EINTR;
		other += errno != EINTR && errno != ENOENT;
	}
	while (wait(NULL) > 0 || errno == EINTR)
		;
	printf("interrupted %d other %d\n", interrupted, other);
}

static void children_restarted(void) { children(SA_RESTART); }
static void children_interrupted(void) { children(0); }

// succeeds has execs come through upon which signals fall that the program ignores.
static void succeeds(void)
{
	int lost = 0;
	for (int i = 0; i < 100; i++) {
		pid_t child = started();
		if (child == 0) {
			catch(SIGCHLD, i % 2 ? SA_RESTART : 0);
			sender(SIGCHLD);
			while (!hits)
				pause_for(1000);
			dup2(open("/dev/null", O_WRONLY), 1);
			execve(target, words("x"), nothing);
			_exit(9);
		}
		int status;
		waitpid(child, &status, 0);
		lost += !WIFEXITED(status) || WEXITSTATUS(status) != 7;
	}
	printf("lost %d\n", lost);
}

const struct mode storms[] = {
	{"USR1", restarted}, {"USR1 interrupting", interrupted}, {"CHLD", children_restarted},
	{"CHLD interrupting", children_interrupted}, {"succeeds", succeeds}, {NULL, NULL},
};
