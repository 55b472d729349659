require "mkmf"
create_makefile("words/words")
