package tiers

// program is what the judge knows of a program besides the rules: how its
// options read, which rules look at it, and what it is where none speaks.
type program struct {
	tier   Tier   // where no rule speaks: Safe for what only looks
	guards guard  // groups of rules that look at it
	style  style  // how it reads options
	short  string // short options that take a value
	long   string // long ones, parted by blanks
	glued  string // short options whose value, where there is one, follows in the same word: mysql -pSECRET
	subs   []subOptions
	safe   []string // sub-commands that only look
	files  bool     // its operands are files, see effects.go
	data   bool     // its words are text it prints or compares, never files or code
}

// subOptions are a sub-command's own options that take a value.
type subOptions struct{ name, short, long string }

func (p *program) subOptions(name string) (short, long string) {
	for i := range p.subs {
		if p.subs[i].name == name {
			return p.subs[i].short, p.subs[i].long
		}
	}
	return "", ""
}

// guard names groups of rules, one file each.
type guard uint32

const (
	files guard = 1 << iota
	disks
	processes
	git
	packages
	services
	containers
	clusters
	cloud
	databases
	network
	credentials
	startup
	schedulers
	messaging
	system
	code
	environment
	own
	trees
	outside

	numGuards = iota
	onFiles   = files | disks | startup | system | credentials | schedulers | services | git | own // rules about files whatever program touches them
)

// rulesOf gives a group's rules.
func rulesOf(g guard) []Rule {
	switch g {
	case files:
		return filesRules
	case disks:
		return disksRules
	case processes:
		return processesRules
	case git:
		return gitRules
	case packages:
		return packagesRules
	case services:
		return servicesRules
	case containers:
		return containersRules
	case clusters:
		return clustersRules
	case cloud:
		return cloudRules
	case databases:
		return databasesRules
	case network:
		return networkRules
	case credentials:
		return credentialsRules
	case startup:
		return startupRules
	case schedulers:
		return schedulersRules
	case messaging:
		return messagingRules
	case system:
		return systemRules
	case code:
		return codeRules
	case environment:
		return environmentRules
	case own:
		return ownRules
	case trees:
		return treesRules
	case outside:
		return outsideRules
	}
	return nil
}

// Rules are all the built-in rules, for policy, explain and the documentation.
func Rules() []Rule {
	var all []Rule
	for i := range numGuards {
		all = append(all, rulesOf(1<<i)...)
	}
	return all
}

var unknownProgram = program{tier: Low}
