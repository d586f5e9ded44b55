import outlines from './letters.json' with { type: 'json' };

const UNITS_PER_EM = 1000;
const letters: ReadonlyMap<string, { advance: number; path: string }> = new Map(
  Object.entries(outlines.letters).map(([letter, line]) => {
    const [advance = '', ...path] = line.split(' ');
    return [letter, { advance: Number(advance), path: path.join(' ') }];
  }),
);

type Place = { x: number; y: number; size: number; fill: string; widest?: number; align?: 'start' | 'middle' };

/** Words as outlines, so that a picture is the same on a machine without any fonts; smaller if they are too long. */
export function write(words: string, { x, y, size, fill, widest = Infinity, align = 'start' }: Place): string {
  const drawn = [...words].map((letter) => letters.get(letter)).filter((letter) => letter !== undefined);
  const units = drawn.reduce((sum, { advance }) => sum + advance, 0);
  const scale = Math.min(size, (widest * UNITS_PER_EM) / Math.max(units, 1)) / UNITS_PER_EM;
  let at = align === 'middle' ? -units / 2 : 0;
  const paths = drawn.map(({ advance, path }) => {
    const placed = path && `<path transform="translate(${at} 0)" d="${path}"/>`;
    at += advance;
    return placed;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

/** Whether all of its letters are there. */
export function canWrite(words: string): boolean {
  return [...words].every((letter) => letters.has(letter));
}
