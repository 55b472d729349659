#!/usr/bin/env ruby
# -*- coding: utf-8 -*-
=begin
A comment of several lines, with "quotes' and #{nothing} in it.
=end
BEGIN { $began = Time.now }
END { warn "ended" if $DEBUG }

a, (b, *c), d = 1, [2, 3, 4], 5
first, *, last = [1, 2, 3]
*init, tail = *1..4
a = b = 1_000_000
a += 1; a -= 1; a *= 2; a /= 3; a %= 4; a **= 2; a |= 1; a &= 7; a ^= 2; a <<= 1; a >>= 1
x ||= nil
x &&= x.to_s
puts 0b1010, 0o17, 0xff, 1e10, 1.5e-3, 3r, 2i, ?a, ?\n, :"a b", :'c', :[]=, :!, :<=>
puts 'it''s', "tab\t\u00e9\x41\101\e[0m", 'no \n #{x}', "a" "b" 'c'
puts %q(a (nested) b), %Q[#{a} [b]], %(x "y"), %w(a b\ c #{d}), %W[#{a} b], %i(a b), %s(sym), %x(true).class
puts /a\/b#{a}[\/\]]/mix.source, %r!x/y!, /[[:alpha:]&&[^aeiou]]/, /(?<!a)(?<n>b)(?=c)\k<n>?/
puts a / b, a /b, (a)/2, [1][0]/1, a%2, a % 2, -a.abs, !a, ~a, a ** -1, a<b ? a : b
puts a.b ? 1 : 2 rescue puts "rescued"
puts (1..), (..5), (1...3), ('a'..'e').step(2).to_a
puts [1, 2, 3,].sum, { a: 1, 'b' => 2, "c": 3, d:, }.size rescue nil
def d = 4

if a == 1 and not b.nil? then puts 1
elsif a != 2 or b then puts 2
else puts 3 end
unless a then puts 1 else puts 2 end
puts 1 unless a if b
while a > 0 do a -= 1; next if a.even?; break end
until a >= 3
  a += 1
  redo if false
end
begin a += 1 end while a < 10
for i, j in [[1, 2], [3, 4]] do puts i + j end
loop { break }
1.step(10, 3) { |n| print n, " " }
10.downto(1).lazy.map { _1 * 2 }.reject(&:odd?).first(2).each do |n; tmp| tmp = n; puts tmp end

case a
when 1, 2..3 then puts "few"
when Integer, *[4, 5]
  puts "int"
when ->(n) { n > 5 } then puts "many"
when /x/i then puts $~, $1, $`, $', $+
else puts "other"
end
case
when a == 1 then 1
end
case { name: "x", pos: [1, 2, { deep: true }] }
in { name: String => name, pos: [Integer => px, *, { deep: }] } if px > 0
  puts name, deep
in [1, *rest] | [] unless rest
  puts rest
in { a: 1, **nil }
  nil
in ^a | nil
  nil
else
  puts "nothing"
end
config = { db: { user: "u" } }
config => { db: { user: } }
puts(user) if config in { db: Hash }

def plain a, b = 2, *rest, key:, opt: 1, **more, &block
  yield a, b if block_given?
  block&.call(*rest, **more)
  return a, b
rescue Errno::ENOENT, IOError => e
  retry if (tries ||= 0) < 0
  raise
ensure
  $stderr.flush
end
plain 1, 2, 3, key: 4, other: 5 do |m, (n, o), p = 1, *q, k: 2, **r, &s| puts m end
plain(1, key: 2) { |m,| puts m }
def forward(...) = plain(...)
def self.single(x) = x + 1
def endless(x) = puts "x is #{x}"
def setter=(v); @v = v; end
def `(cmd) = cmd
def +(o); o; end
def nil?; false; end

square = ->(n, m = 2, *o, k: 1) { n ** m }
add = lambda do |n| n + 1 end
twice = proc { |n| n * 2 }
puts square.(3), square[4], (square >> add << twice).call(2), %w[1 2].map(&:to_i).map(&square).inspect
puts [3, 1].sort_by { -_1 }.inspect, [[1, [2, 3]]].each { |p, (q, r)| p + q + r }.inspect
puts method(:puts).unbind.class, :upcase.to_proc.call("x")

text = <<-ONE + <<'TWO' + <<~"THREE".lines.map(&:strip).join
  one #{a} \t
  ONE
two #{not} \t
TWO
  three #{"nested #{<<~DEEP}"}
    deep
  DEEP
    more
THREE
puts(<<~A, <<~B)
  a
A
  b
B
puts text.gsub(/\w+/) { |w| w.capitalize }.tr('a-y', 'b-z').scan(/./).tally.max_by(&:last).first
puts "#{"#{'x' + "}"}"} #{{ a: 1 }[:a]} #@x #$0 #@@y #notx"
puts [1, 2, 3]
  .map { |n| n + 1 } # a comment between
  # and another
  .select(&:even?)
  &.first
puts a +
  b -
  1
puts(a \
  + b)
class Object; def try(m) = respond_to?(m) ? public_send(m) : nil; end
class Foo::Bar < Struct.new(:a); end rescue nil
class << self; attr_writer :z; end
module A; module B; C = 1; end; end
puts A::B::C, ::A::B::C, A::B.constants.inspect, defined?(zzz).inspect, __method__.inspect, __LINE__, __dir__.nil?
undef endless
alias $old $stdout
$stdout.sync = true
puts [*1..3, *nil, *"a"].inspect, { **{ a: 1 }, b: 2 }.inspect, "a=%d b=%s" % [1, "x"], "%s" % :a
catch(:done) { throw :done, 1 }
Comparable.instance_methods.each { |m| next unless m; puts m }
puts((1 if true), (begin; 2; end), not(true), (not false))
puts [1, 2] <=> [1, 3], 1 === 1, "a" =~ /a/, "a" !~ /b/, 5.between?(1, 10), 5.clamp(..3)
obj = Object.new
def obj.hello(name = "you") "hello #{name}" end
puts obj.hello, obj.frozen?, obj.then { |o| o.class }, ObjectSpace.respond_to?(:each_object)
return if a.zero?
puts DATA.read
__END__
anything "goes here #{
