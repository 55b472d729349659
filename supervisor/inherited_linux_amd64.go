package supervisor

import "encoding/binary"

// calledFrom finds the call of a function, or the jump to it, in the code at an
// address, 0 where there is none.
func calledFrom(at uintptr, name string) uintptr {
	var code [256]byte
	if !readMemory(code[:], at) {
		return 0
	}
	const call, jump, length = 0xe8, 0xe9, 5 // and the distance from its end
	for i := range len(code) - length {
		if code[i] != call && code[i] != jump {
			continue
		}
		target := at + uintptr(i+length) + distance(code[i+1:])
		if isFunction(target, name) {
			return target
		}
	}
	return 0
}

// firstAddress finds the first address that the code at an address takes:
// LEA REGISTER, [RIP+distance].
func firstAddress(at uintptr) uintptr {
	var code [64]byte
	if !readMemory(code[:], at) {
		return 0
	}
	const length = 7
	for i := range len(code) - length {
		if wide, lea, mode := code[i], code[i+1], code[i+2]; wide&^4 == 0x48 && lea == 0x8d && mode&0xc7 == 5 {
			return at + uintptr(i+length) + distance(code[i+3:])
		}
	}
	return 0
}

func distance(code []byte) uintptr { return uintptr(int32(binary.LittleEndian.Uint32(code))) }
