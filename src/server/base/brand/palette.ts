import type { Theme } from '#domain/theme.ts';
import { type Color, contrast, mix } from './colors.ts';

export type ChosenColors = Record<'background' | 'surface' | 'text' | 'accent', Color> & {
  highlight?: Color | undefined;
};

/** Custom properties of tokens.css, without `--`. Other colours stay: states, ranks, shadows. */
export type Palette = Record<(typeof GROUNDS)[number] | (typeof OTHERS)[number], Color>;

/** Paper has its own (tokens.css). */
const GROUNDS = ['bg', 'glow', 'sunken', 'surface', 'raised', 'well', 'line', 'text', 'muted'] as const;
const OTHERS = [
  ...(['line-2', 'hover', 'link', 'accent', 'accent-2', 'on-accent', 'soft', 'default-text', 'lamp', 'halo'] as const),
] as const;

const MIN_TEXT = 4.5;
const MIN_LINE = 3;
const [BLACK, WHITE] = ['#000000', '#ffffff'];
/** As in tokens.css: what is written in them must be legible on the brand’s colours, too. */
const FIXED: Record<Theme, Record<string, Color>> = {
  dark: { ok: '#78d8ae', warn: '#f1b64a', bad: '#ff9f94', silver: '#e0e0e0', platinum: '#efdfde' },
  light: {
    ...{ ok: '#12694a', warn: '#7a5100', bad: '#b0241c' },
    ...{ gold: '#7a5400', silver: '#5b6069', platinum: '#77534f' },
  },
};
const ON_TIER = '#14182a';

export function paletteOf(theme: Theme, { background: bg, surface, text, accent, highlight }: ChosenColors): Palette {
  const isDark = theme === 'dark';
  const sunken = isDark ? mix(bg, BLACK, 0.3) : mix(bg, text, 0.05);
  const raised = isDark ? mix(surface, text, 0.06) : mix(surface, WHITE, 0.6);
  const well = isDark ? sunken : mix(surface, WHITE, 0.6);
  const glow = isDark ? mix(bg, accent, 0.12) : mix(bg, WHITE, 0.6);
  const grounds = [bg, glow, sunken, surface, raised, well];
  const soft = strongest([0.2, 0.15, 0.1, 0.05], (part) => mix(surface, accent, part), [text, accent], MIN_TEXT);
  const onAccent = contrast(accent, ON_TIER) > contrast(accent, WHITE) ? ON_TIER : WHITE;
  const lamp = highlight ?? accent;
  return {
    ...{ bg, glow, sunken, surface, raised, well, text, soft, accent, lamp },
    line: mix(surface, text, 0.14),
    muted: strongest([0.3, 0.2, 0.1, 0.05], (part) => mix(text, surface, part), [...grounds, soft], MIN_TEXT),
    'line-2': strongest([0.5, 0.4, 0.3, 0.2, 0.1], (part) => mix(text, surface, part), grounds, MIN_LINE),
    hover: `${accent}${isDark ? '14' : '0d'}`,
    link: accent,
    'accent-2': onAccent === WHITE ? mix(accent, BLACK, 0.15) : mix(accent, WHITE, 0.25),
    'on-accent': onAccent,
    'default-text': accent,
    halo: isDark ? `${lamp}1a` : '#ffffff66',
  };
}

/** The first mixture that has the contrast with all of these, or else the last. */
function strongest(parts: number[], mixed: (part: number) => Color, others: Color[], min: number): Color {
  const colors = parts.map(mixed);
  return colors.find((color) => others.every((other) => contrast(color, other) >= min)) ?? colors.at(-1)!;
}

export type Illegible = { first: string; second: string; ratio: string; min: number };

/** The first pair of colours that is hard to read. */
export function findIllegible(theme: Theme, palette: Palette): Illegible | undefined {
  const { bg, glow, sunken, surface, raised, well, soft, text, muted, accent } = palette;
  const grounds = { background: bg, surface, 'raised surface': raised, glow, 'sunken ground': sunken, field: well };
  const inks = { text, accent, muted, ...FIXED[theme] };
  const pairs = [
    ...Object.entries(inks).flatMap(([first, ink]) =>
      Object.entries(grounds).map(([second, ground]) => [first, ink, second, ground] as const),
    ),
    ...(['text', 'accent', 'muted'] as const).map((name) => [name, palette[name], 'chosen item', soft] as const),
    ['text on accent', palette['on-accent'], 'accent', accent] as const,
    ['text on accent', palette['on-accent'], 'accent below the pointer', palette['accent-2']] as const,
    // In both themes, ranks without metal are drawn on the accent of the dark one.
    ...(theme === 'dark' ? [['text of ranks', ON_TIER, 'accent', accent] as const] : []),
  ];
  const worst = pairs
    .map(([first, ink, second, ground]) => ({
      first: `${first} ${ink}`,
      second: `${second} ${ground}`,
      ratio: contrast(ink, ground),
    }))
    .find(({ ratio }) => ratio < MIN_TEXT);
  return worst && { ...worst, ratio: (Math.floor(worst.ratio * 100) / 100).toFixed(2), min: MIN_TEXT };
}

/** Same layer as tokens.css, so that it must follow it. */
export function brandStyle({ dark, light }: Record<Theme, Palette>): string {
  const rule = (selector: string, palette: Palette, names: readonly (keyof Palette)[]) =>
    `${selector}{${names.map((name) => `--${name}:${palette[name]}`).join(';')}}`;
  const both = (names: readonly (keyof Palette)[]) =>
    rule(':root', dark, names) + rule('[data-theme=light]', light, names);
  return `@layer tokens{@media screen{${both(GROUNDS)}}:root{--default:${dark.accent}}${both(OTHERS)}}`;
}
