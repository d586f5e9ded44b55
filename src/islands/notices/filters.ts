/** Query of the call for each value of `show` in the address. */
export const FILTERS = {
  all: {},
  unread: { unread: 'yes' },
  money: { topic: 'money' },
  places: { topic: 'places' },
  team: { topic: 'team' },
  support: { topic: 'support' },
  security: { topic: 'security' },
} as const;

export type Show = keyof typeof FILTERS;
export const SHOWN = Object.keys(FILTERS) as Show[];

export function readShow({ searchParams }: Pick<URL, 'searchParams'>): Show {
  return SHOWN.find((show) => show === searchParams.get('show')) ?? 'all';
}
