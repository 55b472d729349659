//go:build !cgo

#include "textflag.h"

// See before_linux_amd64.s.
DATA _cgo_mmap+0(SB)/8, $firstMmap<>(SB)
GLOBL _cgo_mmap(SB), NOPTR, $8

TEXT firstMmap<>(SB), NOSPLIT|NOFRAME, $0
	MOVD	ZR, _cgo_mmap(SB)
	MOVD	R0, R9
	MOVD	R1, R10
	MOVD	ZR, R11 // the streams that are closed
	MOVD	$2, R12
	MOVD	$1, R13
stream:
	MOVD	R12, R0
	MOVD	$1, R1
	MOVD	$25, R8 // fcntl(R12, F_GETFD)
	SVC
	CMN	$9, R0 // EBADF
	BNE	open
	LSL	R12, R13, R14
	ORR	R14, R11
open:
	SUBS	$1, R12
	BPL	stream
	MOVW	R11, ·closedAtStart(SB)
	MOVD	R2, R12 // prot; flags, descriptor and offset stay where they are
	MOVD	R3, R13
	MOVD	ZR, R0
	MOVD	ZR, R1
	MOVD	$·maskAtStart(SB), R2
	MOVD	$8, R3
	MOVD	$135, R8 // rt_sigprocmask(SIG_BLOCK, nil, &maskAtStart, 8)
	SVC
	MOVD	R12, R2
	MOVD	R13, R3
	MOVD	R9, R0
	MOVD	R10, R1
	MOVD	$222, R8 // mmap
	SVC
	CMN	$4095, R0
	BCC	mapped
	NEG	R0, R0
mapped:
	RET
