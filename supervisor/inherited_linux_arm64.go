package supervisor

import "encoding/binary"

// calledFrom finds the call of a function, the jump to it, or its address, which
// assembly takes before it calls, in the code at an address, 0 where there is none.
func calledFrom(at uintptr, name string) uintptr {
	var code [256]byte
	if !readMemory(code[:], at) {
		return 0
	}
	for i := 0; i < len(code); i += 4 {
		target, _ := addressAt(code[i:], at+uintptr(i))
		const kind, call, jump = 0xfc000000, 0x94000000, 0x14000000
		if w := binary.LittleEndian.Uint32(code[i:]); w&kind == call || w&kind == jump {
			target = at + uintptr(i) + uintptr(int32(w<<6)>>4) // 26 bits, in words
		}
		if isFunction(target, name) {
			return target
		}
	}
	return 0
}

// firstAddress finds the first address that the code at an address takes.
func firstAddress(at uintptr) uintptr {
	var code [64]byte
	if !readMemory(code[:], at) {
		return 0
	}
	for i := 0; i < len(code); i += 4 {
		if address, ok := addressAt(code[i:], at+uintptr(i)); ok {
			return address
		}
	}
	return 0
}

// addressAt is what code at an address takes: ADRP REGISTER, page; ADD REGISTER,
// REGISTER, rest.
func addressAt(code []byte, at uintptr) (address uintptr, ok bool) {
	if len(code) < 8 {
		return 0, false
	}
	adrp, add := binary.LittleEndian.Uint32(code), binary.LittleEndian.Uint32(code[4:])
	register := adrp & 31
	if adrp&0x9f000000 != 0x90000000 || add&0xffc00000 != 0x91000000 || add&31 != register || add>>5&31 != register {
		return 0, false
	}
	pages := int32(adrp<<8)>>13<<2 | int32(adrp>>29&3) // 21 bits: the upper 19 stand at 5, the lower 2 at 29
	return at&^0xfff + uintptr(int64(pages)<<12) + uintptr(add>>10&0xfff), true
}
