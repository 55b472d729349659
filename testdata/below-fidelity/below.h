// What the parts of the program below share.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// A mode calls the target, another program, in a way of its own, and says what came
// of it. It is run in a folder of its own.
struct mode {
	const char *name;
	void (*run)(void);
};

extern const struct mode ways[], errors[], edges[], handed[], storms[], others[];

extern char *target;   // the file to be executed
extern char *folder;   // where it stands
extern char *name;     // and what it is called there
extern char *nothing[]; // an environment

// words are an argv.
#define words(...) ((char *[]){__VA_ARGS__, NULL})

// see is an environment that asks the target to say more, see target.c.
#define see(what) words("SEE=" what)

// in_child runs the lines that follow in a child, and says how that ended.
#define in_child \
	for (pid_t child_ = started(); child_ >= 0; child_ = child_ ? ended(child_) : failed()) \
		if (child_ == 0)

pid_t started(void);
pid_t ended(pid_t child); // -1
pid_t failed(void);       // ends the process

void say_errno(const char *what);
long exec_at(int dir, const char *file, char *const argv[], char *const envp[], int flags);
