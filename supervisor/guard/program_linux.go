//go:build amd64 || arm64

package guard

import (
	"cmp"
	"fmt"
	"math"

	"golang.org/x/net/bpf"
)

// program is a filter that is being written. BPF jumps forward only, by a
// number of instructions; here they go to labels that come later.
type program struct {
	steps []step
	at    [labels]int // the step a label stands before, plus one
	err   error
	inner label // labels that [program.search] has used
}

// step is an instruction. A comparison can jump over 255 others only; one that
// goes further (long) takes two: it jumps over a jump.
type step struct {
	kind kind
	long bool
	raw  bpf.RawInstruction // of a plain one
	test bpf.JumpTest       // of a branch
	with uint32             // what that compares with
	to   label              // of a branch and a jump
}

type kind uint8

const (
	plain kind = iota
	branch
	jump
)

// label is a place in the filter. The first ones are the checks'.
type label int16

const (
	native label = iota + label(checkKeyAdd) + 1
	compat
	x32
	attach
	limit
	owner
	hosts
	marked
	unmarked
	allow
	ask
	refuse
	denied
	unknown
	keysSecond // looks at arguments 2 to 4
	keysLast   // at 4
	keysDefault
	inner  // and as many as the search for calls needs
	labels = inner + 4*label(len(calls))
)

func (p *program) label(l label)      { p.at[l] = len(p.steps) + 1 }
func (p *program) load(offset uint32) { p.add(bpf.LoadAbsolute{Off: offset, Size: 4}.Assemble()) }
func (p *program) mask(bits uint32)   { p.add(bpf.ALUOpConstant{Op: bpf.ALUOpAnd, Val: bits}.Assemble()) }
func (p *program) ret(what uint32)    { p.add(bpf.RetConstant{Val: what}.Assemble()) }
func (p *program) jump(to label)      { p.steps = append(p.steps, step{kind: jump, to: to}) }

func (p *program) add(raw bpf.RawInstruction, err error) {
	p.steps = append(p.steps, step{raw: raw})
	p.err = cmp.Or(p.err, err)
}

// eq goes to a label where what was loaded is value.
func (p *program) eq(value uint32, to label) { p.when(bpf.JumpEqual, value, to) }
func (p *program) ne(value uint32, to label) { p.when(bpf.JumpNotEqual, value, to) }
func (p *program) ge(value uint32, to label) { p.when(bpf.JumpGreaterOrEqual, value, to) }

func (p *program) when(test bpf.JumpTest, value uint32, to label) {
	p.steps = append(p.steps, step{kind: branch, test: test, with: value, to: to})
}

// harmless allows the call if this argument is a signal that ends nobody.
func (p *program) harmless(arg uint32) {
	p.load(atLow(arg))
	for _, sig := range harmless {
		p.eq(sig, allow)
	}
}

// assemble makes the comparisons that go too far long ones, until all fit.
func (p *program) assemble() ([]bpf.RawInstruction, error) {
	starts := make([]int, len(p.steps)+1)
	for again := true; again; {
		again = false
		for i := range p.steps {
			starts[i+1] = starts[i] + 1
			if p.steps[i].long {
				starts[i+1]++
			}
		}
		for i := range p.steps {
			if s := &p.steps[i]; s.kind == branch && !s.long && starts[max(0, p.at[s.to]-1)]-starts[i+1] > math.MaxUint8 {
				s.long, again = true, true
			}
		}
	}
	code := make([]bpf.RawInstruction, 0, starts[len(p.steps)])
	for i := range p.steps {
		s := &p.steps[i]
		if s.kind == plain {
			code = append(code, s.raw)
			continue
		}
		ahead := starts[max(0, p.at[s.to]-1)] - starts[i+1]
		if ahead < 0 || p.at[s.to] == 0 {
			return nil, fmt.Errorf("kernel guard: label %d is not ahead of step %d", s.to, i)
		}
		if s.kind == branch {
			test := bpf.JumpIf{Cond: s.test, Val: s.with, SkipTrue: uint8(ahead)}
			if s.long {
				test.SkipTrue, test.SkipFalse = 0, 1
			}
			raw, err := test.Assemble()
			p.err = cmp.Or(p.err, err)
			code = append(code, raw)
		}
		if s.kind == jump || s.long {
			raw, err := bpf.Jump{Skip: uint32(ahead)}.Assemble()
			p.err = cmp.Or(p.err, err)
			code = append(code, raw)
		}
	}
	return code, p.err
}
