// What is left: the other ways into the kernel, and an end for a debugger to see.
#include "below.h"

static void crash(void) { abort(); }

#ifdef __x86_64__
static int of_i386(int number, unsigned a, unsigned b, unsigned c, unsigned d, unsigned e)
{
	int r;
	__asm__ volatile("int $0x80" : "=a"(r) : "a"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e)
			 : "memory", "r8", "r9", "r10", "r11");
	return r;
}

// low gives memory that 32 bits reach.
static char *low(void)
{
	static char *next;
	if (!next)
		next = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	return next += 512;
}

static unsigned low_text(const char *text) { return (unsigned long)strcpy(low(), text); }

static unsigned low_list(unsigned a, unsigned b, unsigned c)
{
	unsigned *list = (unsigned *)low();
	list[0] = a, list[1] = b, list[2] = c, list[3] = 0;
	return (unsigned long)list;
}

static void i386(void)
{
	const int execve_ = 11, execveat_ = 358;
	unsigned argv = low_list(low_text("i386"), low_text("a"), low_text("")), envp = low_list(low_text("SEE=n"), 0, 0);
	in_child errno = -of_i386(execve_, low_text(target), argv, envp, 0, 0);
	in_child errno = -of_i386(execve_, low_text(target), argv, 0, 0, 0);
	in_child errno = -of_i386(execve_, low_text(target), 0, 0, 0, 0);
	in_child errno = -of_i386(execveat_, open(folder, O_PATH), low_text(name), argv, envp, 0);
	in_child errno = -of_i386(execveat_, open(target, O_PATH), low_text(""), argv, envp, AT_EMPTY_PATH);
	in_child errno = -of_i386(execve_, low_text("./missing"), argv, envp, 0, 0);
	in_child errno = -of_i386(execve_, 8, argv, envp, 0, 0);
	in_child errno = -of_i386(execve_, low_text(target), 8, envp, 0, 0);
}

// x32 has its own numbers, which most kernels do not know.
static void x32(void)
{
	in_child syscall(0x40000000 + 520, target, words("x"), nothing);
}
#else
static void i386(void) {}
static void x32(void) {}
#endif

const struct mode others[] = {{"crash", crash}, {"i386", i386}, {"x32", x32}, {NULL, NULL}};
