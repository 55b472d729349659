package shellparse

// The origins that matter to a verdict have fixed indexes, so that a mark of
// seven bits can always name them; the rest are added as they turn up, and past
// 127 are merely unknown.
const fixedOrigins = int(OriginArg) + 1

// fixed makes o, of that length, the first of them.
func fixed(o []Origin) []Origin {
	for i := range o {
		o[i] = Origin{Kind: OriginKind(i), Command: -1}
	}
	return o
}

func (ev *evaluator) origin(o Origin) byte {
	for i := fixedOrigins; i < len(ev.out.Origins); i++ {
		if ev.out.Origins[i] == o && !ev.solid.has(i) {
			return byte(i)
		}
	}
	if len(ev.out.Origins) > payload {
		return byte(OriginUnknown)
	}
	ev.out.Origins = append(ev.out.Origins, o)
	return byte(len(ev.out.Origins) - 1)
}

// taint is the origin that everything computed from these texts has: a pid
// of the host that flows in is taken to flow out again.
func (ev *evaluator) taint(texts ...Text) byte {
	worst := byte(OriginUnknown)
	for _, t := range texts {
		ev.steps += len(t) >> 8
		for p := range t.Parts() {
			if p.Origin < 0 {
				continue
			}
			switch k := ev.out.Origins[p.Origin].Kind; k {
			case OriginSelf, OriginParent, OriginHostPID:
				return byte(OriginHostPID)
			case OriginAllPIDs:
				worst = byte(OriginAllPIDs)
			case OriginUnset: // what is computed from it is set
				if worst == byte(OriginUnknown) {
					worst = ev.origin(Origin{OriginUnknown, "$" + ev.out.Origins[p.Origin].Name, -1})
				}
			default:
				if worst == byte(OriginUnknown) {
					worst = byte(p.Origin)
					if ev.solid.has(p.Origin) { // what is computed from it may be anything
						worst = ev.origin(ev.out.Origins[p.Origin])
					}
				}
			}
		}
	}
	return worst
}
