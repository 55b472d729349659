Gem::Specification.new do |s|
  s.name = "words"
  s.version = "1.0.0"
  s.summary = "a gem with an extension in C"
  s.authors = ["nobody"]
  s.files = Dir["lib/**/*.rb", "ext/**/*.{c,rb}"]
  s.extensions = ["ext/words/extconf.rb"]
end
