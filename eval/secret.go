package eval

// Secret is a text that must not be seen: a password, a key, a token. However it is printed, logged or encoded, it shows as [secret];
// Reveal is the one way to its content.
type Secret string

const hidden = "[secret]"

// Reveal gives the text itself.
func (s Secret) Reveal() string { return string(s) }

// String hides the text.
func (Secret) String() string { return hidden }

// GoString hides the text from %#v.
func (Secret) GoString() string { return hidden }

// MarshalText hides the text from encoders and from slog.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }
