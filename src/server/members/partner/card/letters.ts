import letters from './letters.json' with { type: 'json' };

const RANGES = letters.drawn.split(' ').map((range) => {
  const [first = '', last = ''] = range.split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
});

export function canWrite(words: string): boolean {
  return [...words].every((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return RANGES.some(([first, last]) => first <= code && code <= last);
  });
}
