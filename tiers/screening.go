package tiers

import "strings"

// Screening is what a content screen says of a message.
type Screening struct {
	Verdict    string     `json:"verdict"` // one of the three below
	Categories []Category `json:"categories,omitempty"`
	Reason     string     `json:"reason,omitempty"` // why there is no verdict
}

// What a screening can say. Where the screen cannot be reached, or is not
// understood, it is an error, and never safe.
const (
	ScreenedSafe   = "safe"
	ScreenedUnsafe = "unsafe"
	ScreenedError  = "error"
)

// Category is a kind of harm, by Llama Guard's code for it.
type Category struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// categories are S1 to S12, as the source documents name them.
var categories = [...]string{
	"Violent Crimes", "Non-Violent Crimes", "Sex Crimes", "Child Exploitation", "Defamation", "Specialized Advice",
	"Privacy", "Intellectual Property", "Indiscriminate Weapons", "Hate", "Self-Harm", "Sexual Content",
}

const selfHarm = "S11"

// CategoryOf names a code. ok is false where it is no code at all; one that
// newer models have is a category without a name of its own.
func CategoryOf(code string) (c Category, ok bool) {
	digits, ok := strings.CutPrefix(code, "S")
	if !ok || len(digits) == 0 || len(digits) > 2 || digits[0] == '0' || strings.Trim(digits, "0123456789") != "" {
		return c, false
	}
	n := int(digits[0] - '0')
	if len(digits) == 2 {
		n = n*10 + int(digits[1]-'0')
	}
	c = Category{code, "a category of its own"}
	if n <= len(categories) {
		c.Name = categories[n-1]
	}
	return c, true
}

// Safe reports whether nothing speaks against the message.
func (s *Screening) Safe() bool { return s.Verdict == ScreenedSafe }

// SelfHarm reports whether the message is about hurting oneself: [Resources]
// are to be shown.
func (s *Screening) SelfHarm() bool {
	for _, c := range s.Categories {
		if s.Verdict == ScreenedUnsafe && c.Code == selfHarm {
			return true
		}
	}
	return false
}

// String is the screening for a reader: unsafe: Hate (S10), Self-Harm (S11).
func (s *Screening) String() string {
	var more []string
	for _, c := range s.Categories {
		more = append(more, c.Name+" ("+c.Code+")")
	}
	if s.Reason != "" {
		more = append(more, s.Reason)
	}
	if len(more) == 0 {
		return s.Verdict
	}
	return s.Verdict + ": " + strings.Join(more, ", ")
}

// The findings of a content screen.
var (
	screenedUnsafe = Rule{ID: "messaging.unsafe", Tier: High,
		Safer: "say something else, or leave it to the person"}
	notScreened = Rule{ID: "messaging.not-screened", Tier: Medium,
		Safer: "try again when the content screen answers, or let the person send it"}
)

// Screened takes a screening of the message into the verdict: what is not
// known to be safe asks a person, whatever is permitted. What is blocked stays
// so.
func (v *Verdict) Screened(s *Screening, message string) {
	f := Finding{Command: message}
	switch {
	case s.Safe():
		return
	case s.Verdict == ScreenedUnsafe:
		f.Rule, f.Tier, f.Safer = screenedUnsafe.ID, screenedUnsafe.Tier, screenedUnsafe.Safer
		f.Why = "the content screen calls what it says " + s.String()
		v.Crisis = v.Crisis || s.SelfHarm()
	default:
		f.Rule, f.Tier, f.Safer = notScreened.ID, notScreened.Tier, notScreened.Safer
		f.Why = "the content screen could not say that it is safe (" + s.Reason + ")"
	}
	v.Findings = append([]Finding{f}, v.Findings...)
	v.Tier = max(v.Tier, f.Tier)
	v.Approvers = v.Tier.Approvers()
	if v.Decision != Block {
		v.Decision, v.Granted = Ask, ""
		t := v.Tier.Timeout()
		v.TimeoutS = &t
	}
}
