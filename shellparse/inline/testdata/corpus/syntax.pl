#!/usr/bin/perl -w
use strict;
use warnings qw(all -void);
use 5.010_001;
no warnings 'once';
use constant { PI => 4 * atan2(1, 1), E => exp(1), DEBUG => 0 };
use constant WEEKDAYS => qw(Mon Tue Wed);
use List::Util qw/sum max first reduce/;
our $VERSION = '1.02'; our (@list, %map);
local $, = ' '; local $\ = "\n"; local $" = '-'; local $/ = undef if 0;
BEGIN { unshift @INC, 'lib' } END { print "end" if $? }

=pod

=head1 NAME

Text with 'quotes", $variables and { braces that are no code.

=cut

my ($x, $y, undef, @rest) = (1, 2, 3, 4, 5);
my @a = (1 .. 5, 'a' .. 'c', (0) x 3);
my %h = (one => 1, 'two', 2, three => [1, 2, { deep => sub { $_[0] * 2 } }], -dash => 'd');
my $ref = \@a; my $code = \&main::helper; my $glob = \*STDOUT; my $sref = \"text"; my $rr = \\$x;
print $a[0], $a[-1], $#a, $#{$ref}, $#$ref, scalar(@a), "@a[0 .. 2]", "@h{qw(one two)}", "$h{three}[2]{deep}", "${\ join '+', @a}", "@{[ map { $_ * 2 } 1 .. 3 ]}";
print $ref->[0], $$ref[1], ${$ref}[2], @$ref[1, 2], @{$ref}{0}, $h{three}->[2]->{deep}->(4), $ref->@*, $ref->$#* if 0;
print 'its' if 0 == 1 && 0; print q{a {nested} b}, qq[$x [$y]], q(a (b)), qw/a b c/, q#hash#, q'x', "tab\t\x{e9}\x41\101\e[0m\N{U+263A}\Qa.b\E\LABC\E\u$x";
print 0x1f, 0b101, 0o17, 017, 1_000, 1.5e-3, .5, 1., -7 / 2, 7 % 3, 2 ** 10, 'a' . 'b' x 3, 1 <=> 2, 'a' cmp 'b', !1, ~0 & 0xff, 1 << 3, not(0), 5 // 3;
$x += 1; $x -= 1; $x *= 2; $x /= 2; $x .= 's'; $x x= 2; $x ||= 1; $x &&= 2; $x //= 3; $x **= 1; $x %= 5; $x |= 1; $x &= 3; $x ^= 1; $x <<= 1; $x >>= 1; $x++; --$y;
print "yes" if $x =~ m/^\s*(\w+)\s*=\s*"([^"]*)"$/i && $1 ne $2 or $y !~ m{/path/(?:a|b)}x; print $&, $`, $', $+, $1, @-, $+{name} // '' if 'k=v' =~ /(?<name>\w)=/;
(my $copy = $x) =~ s/a/b/g; $x =~ s{(\d+)}{$1 + 1}e; $x =~ s(x)(y); $x =~ s/\//\\/g; $x =~ s|a|b|; $x =~ s<a> <b>; my $n = ($x =~ tr/a-z//); $x =~ y/a-z/A-Z/; my $new = $x =~ s/a/b/r; $x =~ tr{a-z}{b}d;
my @w = split /,\s*/, 'a, b,c'; my ($k, $v) = split(/=/, 'k=v', 2); my @c = split //, 'abc'; my @e = split ' ', $x; my $re = qr/^(?:$k|\Q$v\E)$/ix; print grep { !/$re/ } @w; print grep /a/, @w; print map +{ $_ => 1 }, @w; print map {; "$_" => 1 } @w; print map { ($_, 1) } @w;
print sort { $b <=> $a || $a cmp $b } @a; print reverse sort by_name @w; sub by_name { lc $a cmp lc $b }
my %inv = reverse %h; my @keys = sort keys %h; while (my ($k2, $v2) = each %h) { next unless defined $v2; last if $k2 eq 'x'; } delete $h{one}; delete @h{qw(a b)}; exists $h{two} and print 'has'; my %slice; @slice{@keys} = (1) x @keys;
if ($x == 1) { print 1 } elsif ($x < 2) { print 2 } else { print 3 }
unless ($x) { print 1 } else { print 2 } print 1 unless $x; print 2 while $x-- > 0; print 3 until ++$x >= 3; print for 1 .. 3; do { $x++ } while ($x < 5); do { $x++ } until $x > 9;
OUTER: for my $i (0 .. 3) { for (my $j = 0; $j < 3; $j++) { next OUTER if $j == 2; last OUTER if $i == 2; redo if 0 } } continue { $y++ }
foreach my $item (@a) { $item =~ s/^\s+//; chomp(my $line = $item // ''); }
my $t = $x ? 'a' : $y ? 'b' : 'c'; my @sorted = (sort { $a <=> $b } @a)[0 .. 1]; my ($firstw) = grep { $_ } @w; my $count = () = $x =~ /a/g; my $str = join ',', map { sprintf '%02d', $_ } 1 .. 3;
{ local $_ = 'x'; print; no strict 'refs'; my $name = 'dyn'; @{"list_$name"} = (1); *{"main::alias"} = sub { 1 }; }
sub helper { my ($self, %args) = (shift, default => 1, @_); my $n = @_ ? $_[0] : 0; return wantarray ? (1, 2) : undef unless @_; return { %args, n => $n }; }
sub proto($$;@) { my $first = shift; shift() + $first } sub with_sig { my $cb = pop; $cb->(@_) } my $closure = do { my $c = 0; sub { return ++$c } }; print $closure->(), &$closure, &helper(1), &{$code}(1), main->can('helper')->(1);
print <<A, <<'B', <<"C"; print <<~D if 1;
a $x @{[ $y ]}
A
b $x 'quote
B
c "${x}" $h{two} $a[0] @a
C
    indented $x
      more
    D
print STDERR "err\n"; print {*STDOUT} "glob"; print { $x ? *STDOUT : *STDERR } 'x'; printf STDERR ("%s\n", 'y'); printf("%-10s|%5.2f|%s\n", 'a', 1.5, "b"); say STDOUT 'said';
open(my $fh, '<', 'file.txt') or warn "no file: $!"; while (<$fh>) { chomp; next if /^#/ || !length; my ($f, @r) = split; print "$.: $f\n" if eof; } close $fh; my @lines = <STDIN> if 0; my $in = <> if 0; print -e 'x' ? 'e' : 'n', -s _, -d '/tmp' && -w _, (stat 'x')[7] // 0;
eval { die { code => 42, text => 'x' } ; 1 } or do { my $err = $@ || 'unknown'; print ref $err ? $err->{code} : $err }; warn 'careful' if DEBUG; die "usage: $0 FILE\n" if @ARGV > 9; local $SIG{__DIE__} = sub { print "died: @_" }; local $SIG{ALRM} = 'IGNORE'; local @ARGV = ('x');
package Shape { sub new { my ($class, %o) = @_; my $self = bless { sides => 0, %o }, ref($class) || $class; return $self->init } sub init { $_[0] } sub sides { my $self = shift; $self->{sides} = shift if @_; $self->{sides} } sub DESTROY { } }
package Square; our @ISA = ('Shape'); use overload '+' => sub { $_[0]{sides} + (ref $_[1] ? $_[1]{sides} : $_[1]) }, '""' => \&str, '<=>' => sub { 0 }; sub init { my $s = shift; $s->SUPER::init(); $s->{sides} ||= 4; $s } sub str { "square of $_[0]{sides}" } our $AUTOLOAD; sub AUTOLOAD { (my $m = $AUTOLOAD) =~ s/.*:://; return if $m eq 'DESTROY' }
package main;
my $sq = Square->new(sides => 4); my $m = 'sides'; print $sq->$m, $sq->sides(5)->isa('x'), "$sq", $sq + 1, new Square(sides => 1), Square::->new, ref($sq), $sq->{sides}++, @{$sq}{qw(sides)}; my ($year) = (localtime)[5] + 1900; print lc uc ucfirst lcfirst 'x'; print length $x, substr($x, 0, 1), index($x, 's'), sprintf('%s', 1), join('', reverse split //, 'abc'), ord 'a', chr 65, abs -1, int 1.5, rand 1, time - $^T, $0, $$, $], $^O, $;, @{^CAPTURE}; substr($x, 0, 1, 'z'); substr($x, 0, 1) = 'y'; pos($x) = 0; push @a, 1, 2; unshift @{ $h{new} }, 3; splice(@a, 1, 2, 'x'); my @u = do { my %s; grep { !$s{$_}++ } @a }; lc($x) eq 'a' xor print 1; @a = () = wantarray; ($x, $y) = ($y, $x); my @two = ([1, 2], [3, 4]); print $two[1][0], $two[1]->[1], map { @$_ } @two; print "a" lt "b", "$x->[0]" if 0; print "email\@x.org $h{'two'} @{[1]} $$ref[0] ${x}y time";
format STDOUT =
@<<<<<< @>>>>> @||||| @##.##
$x,     $y,    $t,    $n
.
write if 0;
printf "%s\n", $x / 2; print $y / 3 / 1; print scalar(@a) / 2; my %opt = (a => 1 / 2, b => shift // 2); print "ok\n" if $x / 2 > 1 and $y / 1; return 1 if 0; 1;
__END__
anything { goes ' here
