/** Query of the call for each value of `show` in the address. */
export const FILTERS = { all: {}, unread: { unread: 'yes' } } as const;

export type Show = keyof typeof FILTERS;

export function readShow({ searchParams }: Pick<URL, 'searchParams'>): Show {
  return searchParams.get('show') === 'unread' ? 'unread' : 'all';
}
