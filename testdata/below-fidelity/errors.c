// The execs that fail, and those that end where memory ends.
#include "below.h"

static void try(const char *what, const char *file)
{
	execve(file, words("x"), nothing);
	say_errno(what);
}

static void plain_file(const char *file, const char *text, int mode)
{
	int fd = open(file, O_WRONLY | O_CREAT, 0700);
	(void)!write(fd, text, strlen(text));
	fchmod(fd, mode);
	close(fd);
}

// refused is every error that the kernel gives.
static void refused(void)
{
	char *long_name = malloc(5000), *long_part = malloc(300), *huge = malloc(200000), path[4096];
	memset(long_name, 'a', 4999);
	memset(long_part, 'a', 299);
	memset(huge, 'b', 199999);
	long_name[0] = '/', long_name[4999] = long_part[299] = huge[199999] = 0;

	try("ENOENT", "./missing");
	try("ENOENT, empty", "");
	try("ENOENT, folder", "missing/x");
	plain_file("file", "text", 0644);
	try("EACCES, file", "./file");
	try("EACCES, folder", ".");
	try("EACCES, root", "/");
	try("EACCES, device", "/dev/null");
	mkfifo("fifo", 0755);
	try("EACCES, fifo", "./fifo");
	unlink("fifo");
	try("ENOTDIR", "file/x");
	try("ENOTDIR, slash", "./file/");
	plain_file("text", "echo hi\n", 0755);
	try("ENOEXEC", "./text");
	plain_file("empty", "", 0755);
	try("ENOEXEC, empty", "./empty");
	plain_file("elf", "\177ELF, not", 0755);
	try("ENOEXEC, elf", "./elf");
	(void)!symlink("loop", "loop");
	try("ELOOP", "./loop");
	(void)!symlink("missing", "dangling");
	try("ENOENT, dangling", "./dangling");
	try("ENAMETOOLONG", long_name);
	try("ENAMETOOLONG, part", long_part);
	try("EFAULT, path", (char *)8);
	try("EFAULT, no path", NULL);
	try("EFAULT, kernel", (char *)-4096);
	snprintf(path, sizeof path, "%s/x", target);
	try("ENOTDIR, program", path);

	syscall(SYS_execve, target, (char **)8, nothing);
	say_errno("EFAULT, argv");
	syscall(SYS_execve, target, words("x", (char *)8), nothing);
	say_errno("EFAULT, word");
	syscall(SYS_execve, target, words("x"), (char **)8);
	say_errno("EFAULT, environment");
	syscall(SYS_execve, target, words("x"), words("A=b", (char *)8));
	say_errno("EFAULT, variable");
	syscall(SYS_execve, "./missing", (char **)8, nothing);
	say_errno("ENOENT before EFAULT");
	execve(target, words("x", huge), nothing);
	say_errno("E2BIG");
	execve(target, words("x"), words(huge));
	say_errno("E2BIG, environment");
	execve("./missing", words("x", huge), nothing);
	say_errno("ENOENT before E2BIG");

	exec_at(999, "x", words("x"), nothing, 0);
	say_errno("EBADF");
	exec_at(999, "", words("x"), nothing, AT_EMPTY_PATH);
	say_errno("EBADF, itself");
	exec_at(AT_FDCWD, "", words("x"), nothing, 0);
	say_errno("ENOENT, empty at");
	exec_at(AT_FDCWD, "", words("x"), nothing, AT_EMPTY_PATH);
	say_errno("EACCES, here");
	exec_at(open("file", O_RDONLY), "x", words("x"), nothing, 0);
	say_errno("ENOTDIR, at");
	exec_at(open("file", O_RDONLY), "", words("x"), nothing, AT_EMPTY_PATH);
	say_errno("EACCES, at");
	exec_at(AT_FDCWD, "./loop", words("x"), nothing, AT_SYMLINK_NOFOLLOW);
	say_errno("ELOOP, not followed");
	exec_at(AT_FDCWD, target, words("x"), nothing, 0x40000000);
	say_errno("EINVAL");
}

// busy is a program that somebody writes.
static void busy(void)
{
	char copy[4096];
	snprintf(copy, sizeof copy, "./%s", name);
	in_child {
		execlp("cp", "cp", target, copy, NULL);
	}
	int fd = open(copy, O_WRONLY);
	try("ETXTBSY", copy);
	close(fd);
	in_child execve(copy, words("written"), nothing);
	// And who writes what runs gets ETXTBSY, but not for what only was asked about.
	for (int i = 0; i < 200; i++) {
		execve(copy, words("x"), (char **)8);
		if ((fd = open(copy, O_WRONLY)) < 0)
			say_errno("to write");
		close(fd);
	}
}

const struct mode errors[] = {{"errors", refused}, {"busy", busy}, {NULL, NULL}};

#define PAGE 4096L

// before_nothing gives pages behind which there is none.
static char *before_nothing(int pages)
{
	char *m = mmap(NULL, (pages + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	munmap(m + pages * PAGE, PAGE);
	return m;
}

// at_end puts a text there, with its end or without.
static char *at_end(char *m, int pages, const char *text, int end)
{
	size_t n = strlen(text) + end;
	return memcpy(m + pages * PAGE - n, text, n);
}

static void pages(void)
{
	char *m = before_nothing(1), *word = at_end(m, 1, "the last of a page", 1);
	in_child execve(target, words("x", word), nothing);
	in_child execve(at_end(m, 1, target, 1), words("path"), nothing);
	execve(at_end(m, 1, target, 0), words("path without end"), nothing);
	say_errno("path");
	execve(target, words("x", at_end(m, 1, "without end", 0)), nothing);
	say_errno("word");

	m = before_nothing(2);
	memset(m, 'y', 2 * PAGE);
	m[2 * PAGE - 1] = 0;
	in_child execve(target, words("x", m + PAGE - 3, m + 1), nothing); // across the boundary
	in_child execve(target, words("x"), words(m + PAGE - 1));

	m = before_nothing(1);
	char **argv = (char **)(m + PAGE) - 3;
	argv[0] = "list", argv[1] = "at the end", argv[2] = NULL;
	in_child execve(target, argv, argv);
	argv[2] = "and no end";
	execve(target, argv, nothing);
	say_errno("list without end");
	m = before_nothing(2);
	argv = (char **)(m + 8 * 3 + 5); // nowhere near a multiple of eight
	for (int i = 0; i < 600; i++)
		memcpy(&argv[i], &(char *){"many"}, sizeof(char *));
	in_child execve(target, argv, nothing);
	mprotect(m, PAGE, PROT_NONE);
	execve(target, words("x", m), nothing);
	say_errno("not readable");
	m = mmap(NULL, PAGE, PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	strcpy(m, "shared");
	in_child execve(target, words("x", m), nothing);
}

static void none(void)
{
	in_child syscall(SYS_execve, target, NULL, NULL);
	in_child syscall(SYS_execve, target, words(NULL), words(NULL));
	in_child syscall(SYS_execve, target, words("no environment"), NULL);
	in_child exec_at(AT_FDCWD, target, NULL, NULL, 0);
}

static char **many(int count, int length)
{
	char **list = calloc(count + 2, sizeof *list);
	list[0] = "x";
	for (int i = 1; i <= count; i++) {
		list[i] = malloc(length + 1);
		memset(list[i], 'a' + i % 26, length);
		list[i][length] = 0;
	}
	return list;
}

static void long_words(void) // 2 MB, of 8 that the stack's limit allows
{
	in_child execve(target, many(18, 111111), nothing);
	in_child execve(target, words("x"), many(18, 111111));
	in_child execve(target, many(1, 131071), nothing); // the longest there is
	in_child execve(target, many(1, 131072), nothing);
}

static void many_words(void)
{
	in_child execve(target, many(100000, 10), nothing);
	in_child execve(target, many(100000, 0), nothing);
	in_child execve(target, many(900000, 4), nothing);
}

const struct mode edges[] = {
	{"pages", pages}, {"none", none}, {"long words", long_words}, {"many words", many_words}, {NULL, NULL},
};
