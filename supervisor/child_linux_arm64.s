#include "textflag.h"

DATA everything<>+0(SB)/8, $-1
GLOBL everything<>(SB), RODATA, $8

// func vfork(flags uintptr, pidfd *int32, steps *step, n int) (pid int)
TEXT ·vfork(SB), NOSPLIT, $16-40
	MOVD	$135, R8 // rt_sigprocmask(SIG_SETMASK, everything, saved, 8)
	MOVD	$2, R0
	MOVD	$everything<>(SB), R1
	MOVD	$saved-8(SP), R2
	MOVD	$8, R3
	SVC
	MOVD	$220, R8 // clone
	MOVD	flags+0(FP), R0
	MOVD	ZR, R1
	MOVD	pidfd+8(FP), R2
	MOVD	ZR, R3
	MOVD	ZR, R4
	SVC
	CBZ	R0, child
	MOVD	R0, pid+32(FP)
	MOVD	$135, R8 // rt_sigprocmask(SIG_SETMASK, saved, nil, 8)
	MOVD	$2, R0
	MOVD	$saved-8(SP), R1
	MOVD	ZR, R2
	MOVD	$8, R3
	SVC
	RET
child: // on its parent's stack, which it leaves as it is
	MOVD	steps+16(FP), R19
	MOVD	n+24(FP), R20
next:
	CBZ	R20, end
	MOVD	0(R19), R8
	MOVD	8(R19), R0
	MOVD	16(R19), R1
	MOVD	24(R19), R2
	MOVD	32(R19), R3
	SVC
	MOVD	R0, 48(R19)
	CMN	$4095, R0
	BCS	end // it failed
	MOVD	40(R19), R1
	CBZ	R1, any
	CMP	R1, R0
	BNE	end
any:
	ADD	$56, R19
	SUB	$1, R20
	B	next
end:
	MOVD	$93, R8 // exit
	MOVD	$127, R0
	SVC
	B	end

// func handlers() (onSignal, onFault, restore uintptr)
TEXT ·handlers(SB), NOSPLIT, $0-24
	MOVD	$onSignal<>(SB), R0
	MOVD	R0, onSignal+0(FP)
	MOVD	$onFault<>(SB), R0
	MOVD	R0, onFault+8(FP)
	MOVD	ZR, restore+16(FP) // the kernel has its own
	RET

// The kernel calls it with a signal, a siginfo and a context.
TEXT onSignal<>(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	SUB	$16, RSP
	MOVD	R0, (RSP)
	MOVW	·signalPipe(SB), R0
	MOVD	RSP, R1
	MOVD	$1, R2
	MOVD	$64, R8 // write
	SVC
	ADD	$16, RSP
	RET

TEXT onFault<>(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	MOVW	8(R1), R9 // si_code: above 0 the kernel sent it
	CMPW	$0, R9
	BGT	runtimes
	JMP	onSignal<>(SB)
runtimes:
	MOVD	·runtimeHandler(SB), R9
	JMP	(R9)
