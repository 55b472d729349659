package approve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hermes-exec/hermes-exec/tiers"
)

// The wrapper links no HTTP. Where it has to ask somebody who is not at the
// terminal it runs `hermes-confirmd ask`: one [Question] as a line of JSON on
// its standard input, [Answer]s as lines of JSON on its standard output.

// AskVersion is the version of questions and answers. The two programs are
// installed together; where they are not, nobody is asked.
const AskVersion = 1

// What a question wants.
const (
	WantReview  = "review"  // the opinion of the language model, see [Question.LLM]
	WantConfirm = "confirm" // a person's answer, by the daemon
	WantScreen  = "screen"  // what the content screen says of a message, see [Question.Screen]
)

// Question is what `hermes-confirmd ask` reads. Secrets in it are masked.
type Question struct {
	V        int        `json:"v"`
	Want     string     `json:"want"`
	Cmd      string     `json:"cmd"` // the text as it was judged
	Facts    AskedFacts `json:"facts"`
	Digest   string     `json:"digest,omitempty"` // of the parsed command with its secrets, see [Reviewer]
	Session  string     `json:"session,omitempty"`
	AskedBy  string     `json:"asked_by,omitempty"` // processes up the tree, nearest first
	TimeoutS int        `json:"timeout_s"`          // from the start of the program
	LLM      *LLM       `json:"llm,omitempty"`

	Confirm *AskedConfirm `json:"confirm,omitempty"` // of one that wants a person
	Screen  *Screen       `json:"screen,omitempty"`  // of one about a message, whose text is Cmd
}

// Screen is the content screen, as policy names it.
type Screen struct {
	BaseURL string `json:"base_url"` // of Ollama
	Model   string `json:"model"`
}

// LLM is the service that gives opinions, as policy names it.
type LLM struct {
	BaseURL string `json:"base_url"` // of an OpenAI-compatible API: https://api.openai.com/v1
	Model   string `json:"model"`
	KeyEnv  string `json:"key_env,omitempty"` // the environment variable that holds the key; "": there is none
}

// AskedFacts are what is known about a command: what the parser found in it,
// and what the rules say.
type AskedFacts struct {
	Tier     tiers.Tier     `json:"tier"`
	Mode     string         `json:"mode"`
	Preset   string         `json:"preset,omitempty"`
	Action   string         `json:"action,omitempty"`
	Cwd      string         `json:"cwd,omitempty"`
	Commands []AskedCommand `json:"commands"`
	Findings []AskedFinding `json:"findings,omitempty"`
	Problems []string       `json:"problems,omitempty"` // what could not be understood
}

// AskedCommand is one command the text may run, in the order they run in.
type AskedCommand struct {
	Run        string   `json:"run"`               // its words after expansion, quoted as for a shell; * is what is not known
	Unknown    []string `json:"unknown,omitempty"` // the words of which something is not known, as written
	Via        []string `json:"via,omitempty"`     // how it is reached: "sudo", "bash -c"
	Cwd        string   `json:"cwd,omitempty"`     // where it is another than the text's
	Redirs     []string `json:"redirs,omitempty"`
	Assigns    []string `json:"assigns,omitempty"`
	Stdin      string   `json:"stdin,omitempty"` // what is known of its standard input
	Pipeline   int      `json:"pipeline,omitempty"`
	Stage      int      `json:"stage,omitempty"`
	Background bool     `json:"background,omitempty"`
	Remote     bool     `json:"remote,omitempty"`
}

// AskedFinding is what a rule says.
type AskedFinding struct {
	Rule    string     `json:"rule"`
	Tier    tiers.Tier `json:"tier"`
	Why     string     `json:"why"`
	Target  string     `json:"target,omitempty"`
	Command string     `json:"command"`
}

// Answer is a line that `hermes-confirmd ask` writes.
type Answer struct {
	V       int         `json:"v"`
	Opinion string      `json:"opinion,omitempty"` // to a review: "approve", "deny", "raise" or "none"
	Tier    *tiers.Tier `json:"tier,omitempty"`    // of raise
	Reason  string      `json:"reason,omitempty"`
	Cached  bool        `json:"cached,omitempty"`

	Status string `json:"status,omitempty"` // to one that wants a person, see [StatusApproved]
	By     string `json:"by,omitempty"`     // who that was
	ID     string `json:"id,omitempty"`     // of the daemon's request

	Screening *tiers.Screening `json:"screening,omitempty"` // to one about a message
}

// Client asks questions by running a program.
type Client struct {
	// Run runs `hermes-confirmd ask` with input on its standard input and hands
	// out what it writes, until it ends, ctx is done, or out returns an error.
	Run func(ctx context.Context, input []byte, out func([]byte) error) error
}

// maxAnswer is how long a line of an answer may be.
const maxAnswer = 64 << 10

// errEnough ends a program that has said what there was to say.
var errEnough = errors.New("enough")

// Ask asks, and hands each answer to each as it comes, until that returns
// false or there are no more.
func (c *Client) Ask(ctx context.Context, q *Question, each func(*Answer) (more bool)) error {
	input, err := json.Marshal(q)
	if err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	var line []byte
	err = c.Run(ctx, append(input, '\n'), func(part []byte) error {
		line = append(line, part...)
		for {
			one, rest, whole := bytes.Cut(line, []byte("\n"))
			if len(one) > maxAnswer {
				return fmt.Errorf("an answer of more than %d bytes", maxAnswer)
			}
			if !whole {
				return nil
			}
			line = rest
			a, err := readAnswer(one)
			if err != nil {
				return err
			}
			if !each(a) {
				return errEnough
			}
		}
	})
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

func readAnswer(line []byte) (*Answer, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	a := &Answer{}
	if err := d.Decode(a); err != nil {
		return nil, fmt.Errorf("an answer that cannot be read: %w", err)
	}
	if a.V != AskVersion {
		return nil, fmt.Errorf("an answer of version %d: hermes-confirmd is not of this hermes-exec", a.V)
	}
	return a, nil
}

// ReadQuestion reads what a [Client] has written.
func ReadQuestion(text []byte) (*Question, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	q := &Question{}
	if err := d.Decode(q); err != nil {
		return nil, fmt.Errorf("a question that cannot be read: %w", err)
	}
	if d.More() {
		return nil, errors.New("more than one question")
	}
	if q.V != AskVersion {
		return nil, fmt.Errorf("a question of version %d: hermes-exec is not of this hermes-confirmd", q.V)
	}
	return q, nil
}
