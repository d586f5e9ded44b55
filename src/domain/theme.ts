const THEMES = ['dark', 'light'] as const;
export type Theme = (typeof THEMES)[number];

export function readTheme(value: string | undefined): Theme {
  return value === 'light' ? 'light' : 'dark';
}
