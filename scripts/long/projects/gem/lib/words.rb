require "words/words"
