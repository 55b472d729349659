// Hermes-exec runs what an agent asks for, after parsing, judging and recording
// it: it is the agent's shell, and `hermes-exec -h` says how to use it.
//
// This folder is the only place that reads flags, the environment and files,
// prints for people, and exits. The story itself is supervisor.Do; each file
// here is one verb that fills in a request for it, or shows what the judge would say.
//
/*
# Where it differs from the shell

A command sees what it would have seen from bash, but for this:

  - An interactive dash or sh on a terminal, a restricted bash and one without
    line editing are refused with status 125. $? after a refused line is 126 in
    bash 5.2, in others it may be 1. Where a terminal cannot clear a line (dumb, or
    none: bash -i) bash shows each line twice. A zsh's hook is put back where a
    line takes it away; one that takes away all of its parts at once, let through,
    lets the next ones through.
  - A script on standard input is refused with 125 on macOS, and for another
    shell than bash, dash, ash and zsh. set -v, the history and errors of syntax
    show each statement in the braces it is passed in; exec <file is for its own
    line only; an eval with an open quote ends it; a trap that reads standard input
    between two statements finds the script there, not the caller's input. Without CAP_SYS_ADMIN it runs without the kernel
    guard, as what it will come to is not known when its shell starts.
  - A standard stream that is closed is /dev/null for the command. Of the signals
    that the caller ignores HUP, INT and those of job control stay ignored, and
    QUIT is where INT is; the others have their default action. Those that the
    caller has blocked stay so as far as Go's runtime leaves them. PWR, PROF, STKFLT and
    real-time signals to this program are not passed on. Go's runtime does not start
    under ulimit -v of 500 MB, -d of 64 MB or -n of 6.
  - A headless supervisor killed by SIGKILL takes the command along, not what
    that had started, as with bash. A caller that lists its process group finds
    one process more.
  - Under the kernel guard pidfd_send_signal does not exist, 32-bit programs
    cannot send signals, no command can type into a terminal or hang one up, su
    and doas fail in their own words, and where the supervisor has ended, kill 0
    fails.
  - Under the exec guard a program that is refused fails with EPERM (Operation
    not permitted), strace --seccomp-bpf, rr and proot see nothing of their own where
    the text does not name them, and a command that runs for a second has two
    processes of this program beside it (hermes-exec-guardian): they answer for what
    it leaves running. If all are killed at once, or this one within its first
    second, what is left can start nothing. A program that wants to listen to
    system calls itself (SECCOMP_FILTER_FLAG_NEW_LISTENER) gets EBUSY. A signal
    without SA_RESTART may interrupt an exec (EINTR) that comes in the same moment:
    of 20,000 commands of dash that provoke it 11 to 17 of a user's saw it, and 1 of
    100,000 of root's, for whom the guard has real time. A shell below that is this
    program becomes the real one, except where a person types or an agent started
    it.
  - mcp run: if its two processes are killed at the same moment, what the server
    has started may live on until the next run, stop or clean of that name; for
    good where it has cleared its environment, and on macOS. A pid file of
    another tool counts while its process lives: such a server is never taken for
    an orphan, whoever started it.
*/
package main
