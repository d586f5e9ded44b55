import { seededRandom } from '#server/seed/seeded-random.ts';

const NASTY = [
  '',
  ' ',
  '\0',
  'null',
  'anna',
  'ANNA@demo.example',
  'a@b.c',
  "'; drop table members; --",
  '<script>',
  '%00',
  '../',
  '\u202e',
  '💥',
  '\ud800',
  'ﷺ'.repeat(40),
  'a'.repeat(1001),
  'x'.repeat(5000),
  '$t(common:user)',
  '{{name}}',
  '1e999',
  '__proto__',
  'Demo-2026!',
];

/** Seeded JSON of every kind, shallow and small; the same seed makes the same values. */
export function randomJson(seed: number) {
  const random = seededRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const text = () =>
    random() < 0.6
      ? pick(NASTY)
      : Array.from({ length: below(40) }, () => String.fromCodePoint(32 + below(0x2fff))).join('');

  function value(depth = 0): unknown {
    switch (below(depth > 2 ? 5 : 7)) {
      case 0:
        return null;
      case 1:
        return random() < 0.5;
      case 2:
        return pick([0, -1, 1.5, 2 ** 53, -0, 1e308, below(1e9)]);
      case 5:
        return Array.from({ length: below(4) }, () => value(depth + 1));
      case 6:
        return Object.fromEntries(Array.from({ length: below(4) }, () => [text().slice(0, 20), value(depth + 1)]));
      default:
        return text();
    }
  }

  /** An object that names these fields most of the time: often with a plausible value, else with anything. */
  function object(plausible: Record<string, unknown>): Record<string, unknown> {
    const named = Object.entries(plausible).filter(() => random() < 0.95);
    const filled = named.map(([name, wanted]): [string, unknown] => [
      name,
      random() < 0.7 && wanted !== undefined ? wanted : random() < 0.7 ? text() : value(),
    ]);
    const unnamed: [string, unknown][] = random() < 0.1 ? [[text().slice(0, 20), value()]] : [];
    return Object.fromEntries([...filled, ...unnamed]);
  }

  return { below, pick, text, value, object };
}
