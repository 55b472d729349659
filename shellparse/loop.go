package shellparse

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// A loop over words that are known is walked once for each; any other is
// walked until another turn changes nothing, what still changes becoming
// unknown first.

func (ev *evaluator) forClause(c *ctx, n *syntax.ForClause) tri {
	switch loop := n.Loop.(type) {
	case *syntax.WordIter:
		ev.forWords(c, n, loop)
	case *syntax.CStyleLoop:
		if loop.Init != nil {
			ev.arithm(c, loop.Init)
		}
		ev.loop(c, func(c *ctx) {
			endless, turns, l := true, 0, c.mayNotEnd()
			stable := ev.untilStable(c, func(c *ctx) tri {
				status := yes
				if loop.Cond != nil {
					status = arithmStatus(ev.arithm(c, loop.Cond))
				}
				endless = endless && status == yes
				if status == no && turns > 0 {
					return no
				}
				body := c.branch()
				l.ways = body.ways
				ev.turn(body, n.Do, nil)
				if loop.Post != nil {
					ev.arithm(body, loop.Post)
				}
				if status == yes && ev.follows(&turns, c, body) {
					return yes
				}
				if status == no { // the body is recorded all the same
					return no
				}
				c.join(body, c.branch())
				return maybe
			})
			if endless && stable {
				l.ends(ev, c)
			}
		})
	default:
		ev.problem("construct", "a loop this program does not know", c.src.span(n))
	}
	return maybe
}

// loop evaluates turns on a layer of their own, which every break leaves for
// what follows the loop.
func (ev *evaluator) loop(c *ctx, turns func(*ctx)) {
	inner := *c
	inner.env = c.env.branch()
	inner.brk = &jumps{up: c.brk, base: c.env}
	start := len(ev.out.Commands)
	turns(&inner)
	ev.raced(start, true)
	inner.brk.land(inner.env, deadLoop, true)
}

// turn evaluates the body of a loop once in c, up to where the next turn starts.
func (ev *evaluator) turn(c *ctx, do []*syntax.Stmt, before func(*ctx)) {
	inner := *c
	inner.env = c.env.branch()
	inner.cont = &jumps{up: c.cont, base: c.env}
	if before != nil {
		before(&inner)
	}
	ev.stmts(&inner, do)
	inner.cont.land(inner.env, deadTurn, true)
}

func (ev *evaluator) forWords(c *ctx, n *syntax.ForClause, loop *syntax.WordIter) {
	var items []Word
	if loop.InPos.IsValid() {
		lists := ev.words(c, loop.Items)
		if len(lists) > maxLists || len(lists) > 1 && (ev.steps > freeSteps || ev.counted >= maxAllCounted) {
			lists = [][]Word{{ev.collapse(lists, c.pos, "")}}
		}
		if len(lists) > 1 {
			ev.counted += len(lists)
			ways := make([]*ctx, len(lists))
			for i, items := range lists {
				ways[i] = c.branch()
				ev.forItems(ways[i], n, loop, items)
			}
			ev.repeated = true
			c.join(ways...)
			return
		}
		items = lists[0]
	} else {
		items = args(c.env)
	}
	ev.forItems(c, n, loop, items)
}

// maxLists is how many lists of words a loop may run over, one or another.
const maxLists = 4

func (ev *evaluator) forItems(c *ctx, n *syntax.ForClause, loop *syntax.WordIter, items []Word) {
	name := loop.Name.Value
	certain := len(items) <= MaxAlternatives && !n.Select
	if v := c.env.get(name); v != nil && v.readonly { // the loop may fail before its first turn
		certain = false
	}
	var all []Text
	for _, w := range items {
		certain = certain && !w.Many && !slices.ContainsFunc(w.Texts, Text.HasGlob) // a pattern is any number of turns
		all = joinTexts(all, w.each())
	}
	if n.Select { // what is typed may be no number of a word
		all = joinTexts(all, []Text{""})
	}
	ev.loop(c, func(c *ctx) {
		if !certain {
			if len(all) == 0 {
				all = []Text{unknownText(byte(OriginUnknown))}
			}
			ev.untilStable(c, func(c *ctx) tri {
				body := c.branch()
				ev.turn(body, n.Do, func(c *ctx) {
					ev.assign(c, name, &variable{texts: matched(all)})
					if n.Select {
						ev.assign(c, "REPLY", &variable{texts: []Text{unknownText(byte(OriginInput))}})
						if c.in != nil {
							c.in.set(unknownText(ev.taint(c.in.text)))
						}
					}
				})
				c.join(body, c.branch())
				return maybe
			})
			return
		}
		for _, w := range items {
			if v := c.env.get(name); v != nil && v.readonly { // a turn before has made it so: the loop ends
				c.brk.add(ev, c.env)
			}
			ev.turn(c, n.Do, func(c *ctx) { ev.assign(c, name, &variable{texts: matched(w.Texts)}) })
			if c.env.dead != alive {
				return
			}
		}
	})
}

// matched gives the values of a name that runs through words: a pattern
// stands for whatever it matches.
func matched(texts []Text) []Text {
	if !slices.ContainsFunc(texts, Text.HasGlob) {
		return texts
	}
	out := make([]Text, len(texts))
	for i, t := range texts {
		out[i] = t
		if !t.HasGlob() {
			continue
		}
		s := make([]byte, 0, len(t))
		brackets := 0 // still open: what stands in them is part of the pattern
		for p := range t.Parts() {
			switch {
			case p.Glob:
				if p.Lit == "[" {
					brackets++
				}
				kind := byte(OriginGlob)
				if string(s) == "/proc/" || len(s) > 6 && string(s[:6]) == "/proc/" && s[6] == 0 {
					kind = byte(OriginAllPIDs)
				}
				if len(s) >= 3 && s[len(s)-3] == 0 && s[len(s)-1] == kind|^byte(payload) {
					continue // one mark for a run of pattern characters
				}
				s = appendMark(s, markUnknown, kind)
			case p.Origin >= 0:
				s = appendMark(s, markUnknown, byte(p.Origin))
			default:
				for brackets > 0 && p.Lit != "" {
					end := strings.IndexByte(p.Lit[1:], ']') // one that comes first stands for itself
					if end < 0 && p.Lit[0] == ']' {
						end = -1
					} else if end < 0 {
						p.Lit = ""
						break
					}
					p.Lit = p.Lit[end+2:]
					brackets--
				}
				s = append(s, p.Lit...)
			}
		}
		out[i] = Text(s)
	}
	return out
}

func (ev *evaluator) while(c *ctx, n *syntax.WhileClause) tri {
	ev.loop(c, func(c *ctx) {
		endless, turns, l := true, 0, c.mayNotEnd()
		stable := ev.untilStable(c, func(c *ctx) tri {
			left := c.in.left()
			status := ev.stmts(c, n.Cond)
			if n.Until {
				status = negate(status, true)
			}
			endless = endless && status == yes
			if status == no && turns > 0 {
				return no
			}
			body := c.branch()
			l.ways = body.ways
			ev.turn(body, n.Do, nil)
			if status == no { // the body is recorded all the same
				return no
			}
			// A loop that reads lines from a text that is known takes as many
			// turns as there are lines; of any other it is not known how many.
			if status == yes && c.in.left() < left {
				turns++
				c.adopt(body)
				return yes
			}
			if status == yes && ev.follows(&turns, c, body) {
				return yes
			}
			c.join(body, c.branch())
			return maybe
		})
		if endless && stable { // only a break leaves it
			l.ends(ev, c)
			c.env.dead = max(c.env.dead, deadLoop)
		}
	})
	return maybe
}

// Loops whose conditions are known are followed turn by turn, up to these.
const (
	maxCounted    = 32  // turns of one loop
	maxAllCounted = 500 // of all loops of the text
)

// follows takes over the body of a loop whose condition held, if it is one
// more turn that can be told from the one before.
func (ev *evaluator) follows(turns *int, c, body *ctx) bool {
	if *turns >= maxCounted || ev.counted >= maxAllCounted || ev.steps > freeSteps || body.env.dead == alive && !c.env.changed(body.env) {
		return false
	}
	*turns++
	ev.counted++
	ev.repeated = true
	c.adopt(body)
	return true
}

// holdsAll reports whether every one of b is one of a.
func holdsAll(a, b []Text) bool {
	for _, t := range b {
		if !slices.Contains(a, t) {
			return false
		}
	}
	return true
}
