#!/usr/bin/env php
<html><?= "inline" ?>
<?php
declare(strict_types=1);

namespace Tool\Report;

use InvalidArgumentException as Bad;
use Countable, IteratorAggregate;
use function array_map, strlen as length;
use const PHP_EOL;

/** Most of PHP's grammar, doing nothing of note. */
const LIMIT = 10, NAME = 'report';
define('OTHER', 0x1f + 0b11 + 0o17 + 017 + 1_000 + 1.5e-3);
$a = $b = 1; [$c, [, $d], 'k' => $e] = [1, [2, 3], 'k' => 4]; list($f, , $g) = [1, 2, 3]; ['x' => $h] = ['x' => 1];
$a += 1; $a -= 1; $a *= 2; $a /= 3; $a .= 's'; $a %= 4; $a **= 2; $a ??= 1; $a |= 1; $a &= 7; $a ^= 2; $a <<= 1; $a >>= 1; $a++; --$b;
echo 'it\'s', "tab\t\x41\u{e9}\$x $a {$b} ${c} $e[0] $e[k] $f->g {$f->g['h']->i()}", PHP_EOL, 'a' . 1 . 'b', -$a ** 2, !$a, ~$b, $a <=> $b, $a ?: $b, $a ?? $b ?? 'c', $a ? 1 : 2, $a and $b xor $c or $d, $a instanceof Countable, (int) $a, (string) $b, (array) $c, @$undefined['x'], `true`;
echo <<<HEREDOC
  Text $a {$e['k']} \$no
    indented
  HEREDOC . "more";
echo <<<'NOWDOC'
raw $a {$b}
NOWDOC;
echo <<<"Q"
quoted $a
Q;
if ($a): echo 1; elseif ($b): echo 2; else: echo 3; endif;
if ($a) { echo 1; } elseif ($b) echo 2; else if ($c) { } else { echo 3; }
for ($i = 0, $j = 10; $i < $j; $i++, $j--): continue; endfor;
for (;;) { break 1; }
foreach ([1, 'a' => 2] as $key => &$value): endforeach; unset($value);
foreach ($list ?? [] as ['id' => $id, 'name' => [$n]]) { echo $id; }
while ($a-- > 0): endwhile; do { $b++; } while ($b < 3);
switch ($a) { case 1: case 'x': echo 1; break; default: echo 2; }
$r = match (true) { $a > 1, $b > 1 => 'big', default => throw new Bad("no {$a}"), };
try { risky(); } catch (Bad | \RuntimeException $e) { echo $e->getMessage(); } catch (\Throwable) { } finally { $a = 1; }
function plain(int $a, ?string $b = null, int|float $c = 1, &$d = [], self|array ...$rest): ?array { static $n = 0; global $x; $n++; return [...$rest, ...[1]]; }
function &byref(): \Generator { $x = yield; yield 'k' => 1; yield from [1, 2]; return 3; }
$closure = function (int $x) use ($a, &$b): int { return $x + $a; }; $arrow = fn (int $x): int => $x * $a; $static = static fn () => 1; $first = strlen(...);
echo $closure(1), ($arrow)(2), (function () { return 1; })(), plain(a: 1, b: 'x'), $f?->g?->h(), $obj::CONST, $obj::$static, [1, 2][0], "str"[0], $name::make(), (clone $a)->b, $arr['x']['y'] ?? 'none', new class (1) { public function __construct(private int $v) { } };
abstract class Shape implements Countable, \JsonSerializable
{
    use Named, Sized { Named::name insteadof Sized; Sized::name as protected sizedName; }
    public const SIDES = 4, EMPTY = self::SIDES * 0;
    private static ?self $instance = null;
    protected array $tags = ['a' => [1, 2], 'b' => self::SIDES];
    public readonly string $id;
    final public function __construct(protected int $w = 1, public readonly ?Shape $next = null) { $this->id = static::class . spl_object_id($this); }
    abstract protected function area(): float;
    public static function make(mixed ...$args): static { return new static(...$args); }
    public function count(): int { return \count($this->tags); }
    public function jsonSerialize(): mixed { return ['id' => $this->id, 'area' => $this->area()] + parent::data(); }
    public function __get(string $name) { return $this->{$name} ?? $this->{'_' . $name}; }
}
interface HasName { const X = 1; public function name(): string; } trait Named { public function name(): string { return __CLASS__ . '::' . __FUNCTION__; } }
enum Suit: string implements HasName { case Hearts = 'h'; case Spades = 's'; const Wild = self::Spades; public static function of(string $s): self { return self::from($s); } public function name(): string { return ucfirst(strtolower($this->name)); } }
#[Attribute(Attribute::TARGET_CLASS)] final class Route { public function __construct(public string $path) { } }
#[Route('/x')] function handler() { } # a comment
$x = &$a; $$name = 1; ${'dyn' . 1} = 2; $obj->$prop = 1; $obj->{'a b'} = 2; $cls = Shape::class; $o = new $cls; goto end; end: echo isset($a, $b['x']), empty($c), print 'x';
?>
<p><?php if ($a): ?>yes <?= htmlspecialchars("$a") ?><?php else: ?>no<?php endif ?></p>
<?php
return $a > 0 ? 0 : 1;
__halt_compiler(); anything { goes '
