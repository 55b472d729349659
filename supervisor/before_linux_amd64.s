//go:build !cgo

#include "textflag.h"

// The runtime calls mmap through this variable of its own where a program has
// it set, which is how C's sanitizers see its memory (runtime/cgo_mmap.go). It
// does so before it looks after the standard streams and the signals. The first
// call comes here, the others go the ordinary way.
DATA _cgo_mmap+0(SB)/8, $firstMmap<>(SB)
GLOBL _cgo_mmap(SB), NOPTR, $8

// C's mmap, but that an error is its number.
TEXT firstMmap<>(SB), NOSPLIT|NOFRAME, $0
	MOVQ	$0, _cgo_mmap(SB)
	PUSHQ	DI
	PUSHQ	SI
	PUSHQ	DX
	PUSHQ	CX
	MOVL	$2, DI
stream:
	MOVL	$72, AX // fcntl(DI, F_GETFD)
	MOVL	$1, SI
	SYSCALL
	CMPQ	AX, $-9 // EBADF
	JNE	open
	BTSL	DI, ·closedAtStart(SB)
open:
	DECL	DI
	JPL	stream
	MOVL	$14, AX // rt_sigprocmask(SIG_BLOCK, nil, &maskAtStart, 8)
	XORL	DI, DI
	XORL	SI, SI
	LEAQ	·maskAtStart(SB), DX
	MOVL	$8, R10
	SYSCALL
	POPQ	R10
	POPQ	DX
	POPQ	SI
	POPQ	DI
	MOVL	$9, AX // mmap
	SYSCALL
	CMPQ	AX, $-4095
	JCS	mapped
	NEGQ	AX
mapped:
	RET
