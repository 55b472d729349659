#include "textflag.h"

DATA everything<>+0(SB)/8, $-1
GLOBL everything<>(SB), RODATA, $8

// func vfork(flags uintptr, pidfd *int32, steps *step, n int) (pid int)
TEXT ·vfork(SB), NOSPLIT, $8-40
	MOVL	$14, AX // rt_sigprocmask(SIG_SETMASK, everything, saved, 8)
	MOVL	$2, DI
	LEAQ	everything<>(SB), SI
	LEAQ	saved-8(SP), DX
	MOVL	$8, R10
	SYSCALL
	MOVL	$56, AX // clone
	MOVQ	flags+0(FP), DI
	XORL	SI, SI
	MOVQ	pidfd+8(FP), DX
	XORL	R10, R10
	XORL	R8, R8
	SYSCALL
	TESTQ	AX, AX
	JEQ	child
	MOVQ	AX, pid+32(FP)
	MOVL	$14, AX // rt_sigprocmask(SIG_SETMASK, saved, nil, 8)
	MOVL	$2, DI
	LEAQ	saved-8(SP), SI
	XORL	DX, DX
	MOVL	$8, R10
	SYSCALL
	RET
child: // on its parent's stack, which it leaves as it is
	MOVQ	steps+16(FP), R12
	MOVQ	n+24(FP), R13
next:
	TESTQ	R13, R13
	JEQ	end
	MOVQ	0(R12), AX
	MOVQ	8(R12), DI
	MOVQ	16(R12), SI
	MOVQ	24(R12), DX
	MOVQ	32(R12), R10
	SYSCALL
	MOVQ	AX, 48(R12)
	CMPQ	AX, $-4095
	JCC	end // it failed
	MOVQ	40(R12), CX
	TESTQ	CX, CX
	JEQ	any
	CMPQ	AX, CX
	JNE	end
any:
	ADDQ	$56, R12
	DECQ	R13
	JMP	next
end:
	MOVL	$60, AX // exit
	MOVL	$127, DI
	SYSCALL
	JMP	end

// func handlers() (onSignal, onFault, restore uintptr)
TEXT ·handlers(SB), NOSPLIT, $0-24
	LEAQ	onSignal<>(SB), AX
	MOVQ	AX, onSignal+0(FP)
	LEAQ	onFault<>(SB), AX
	MOVQ	AX, onFault+8(FP)
	LEAQ	restore<>(SB), AX
	MOVQ	AX, restore+16(FP)
	RET

// The kernel calls it with a signal, a siginfo and a context.
TEXT onSignal<>(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	PUSHQ	DI
	MOVL	·signalPipe(SB), DI
	MOVQ	SP, SI
	MOVL	$1, DX
	MOVL	$1, AX // write
	SYSCALL
	POPQ	DI
	RET

TEXT onFault<>(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	CMPL	8(SI), $0 // si_code: above it the kernel sent it
	JGT	runtimes
	JMP	onSignal<>(SB)
runtimes:
	MOVQ	·runtimeHandler(SB), AX
	JMP	AX

TEXT restore<>(SB), NOSPLIT|NOFRAME|TOPFRAME, $0
	MOVL	$15, AX // rt_sigreturn
	SYSCALL
	INT	$3
