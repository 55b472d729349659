#include <ruby.h>

static VALUE count(VALUE self, VALUE text) {
	return LONG2NUM(RSTRING_LEN(text));
}

void Init_words(void) {
	rb_define_module_function(rb_define_module("Words"), "bytes", count, 1);
}
