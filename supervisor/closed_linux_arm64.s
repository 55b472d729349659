//go:build !cgo

#include "textflag.h"

// See closed_linux_amd64.s.
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
	MOVD	R9, R0
	MOVD	R10, R1
	MOVD	$222, R8 // mmap
	SVC
	CMN	$4095, R0
	BCC	mapped
	NEG	R0, R0
mapped:
	RET
