#!/usr/bin/env perl
package Tool::Report;

use strict;
use warnings;
use File::Basename qw(basename dirname);
use File::Spec;
use Getopt::Long qw(:config bundling no_ignore_case);
use POSIX ();
use Carp;

my %defaults = (
    width  => 72,
    format => 'text',
    filter => sub { 1 },
    colors => { error => "\e[31m", ok => "\e[32m", off => "\e[0m" },
);

=head2 new

Makes a report; C<< width => N >> is how wide.

=cut

sub new {
    my $class = shift;
    my %args  = @_ == 1 && ref $_[0] eq 'HASH' ? %{ $_[0] } : @_;
    croak "odd arguments" if grep { !defined } values %args;
    return bless { %defaults, %args, lines => [] }, $class;
}

for my $field (qw(width format)) {
    no strict 'refs';
    *{ __PACKAGE__ . "::$field" } = sub {
        my $self = shift;
        $self->{$field} = shift if @_;
        return $self->{$field};
    };
}

sub add {
    my ($self, $text, @more) = @_;
    push @{ $self->{lines} }, map { s/\s+\z//r } split /\n/, $text, -1;
    return $self->add(@more) if @more;
    $self;
}

sub wrap {
    my ($self, $line) = @_;
    my ($out, $column) = ('', 0);
    foreach my $word (split ' ', $line) {
        if ($column + length($word) + 1 > $self->width) {
            $out .= "\n";
            $column = 0;
        }
        $out .= ($column ? ' ' : '') . $word;
        $column += 1 + length $word;
    }
    return $out;
}

sub render {
    my $self = shift;
    my %by = (
        text => sub { join "\n", map { $self->wrap($_) } @_ },
        html => sub {
            return join '', '<ul>', (map { (my $t = $_) =~ s/([<>&"])/'&#' . ord($1) . ';'/ge; "<li>$t</li>" } @_), '</ul>';
        },
        list => sub { my $i = 0; join '', map { sprintf "%2d. %s\n", ++$i, $_ } @_ },
    );
    my $with = $by{ $self->{format} } || confess "no format $self->{format}";
    return $with->(grep { $self->{filter}->($_) } @{ $self->{lines} });
}

package main;

my ($verbose, @include, %define) = (0);
GetOptions(
    'v|verbose+' => \$verbose,
    'I=s@'       => \@include,
    'D=s'        => \%define,
    'h|help'     => sub { print usage(); exit 0 },
) or die usage();

sub usage {
    my $me = basename($0);
    return <<"USAGE";
usage: $me [-v] [-I DIR] [-D KEY=VALUE] [FILE...]

  -v        say more: ${\ ($verbose || 'nothing')}
  -I DIR    @{[ scalar @include ]} so far
USAGE
}

my $report = Tool::Report->new(width => 40, format => $ENV{FORMAT} || 'text');
while (my $line = <DATA>) {
    chomp $line;
    next unless $line =~ /\S/;
    last if $line =~ m{^\.$};
    if ($line =~ /^(\w+)\s*:\s*(.*?)\s*(?:#.*)?$/) {
        my ($key, $value) = ($1, $2);
        $value =~ s{\$\{(\w+)\}}{ exists $define{$1} ? $define{$1} : "\${$1}" }gex;
        $report->add("$key is $value");
    }
    elsif ($line =~ tr/=// == 1) { $report->add((split /=/, $line)[1]) }
    else                         { warn "$0:$.: not understood: '$line'\n" if $verbose > 1 }
}
print $report->render, "\n";
printf STDERR "%d words in %.2f s\n", scalar(() = $report->render =~ /\w+/g), time - $^T if $verbose;
exit($report->width > 0 ? 0 : 1);

__DATA__
name: report # a comment
home: ${HOME}/x
k=v
what is this {
.
