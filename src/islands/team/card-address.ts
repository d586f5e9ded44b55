import { pageAt } from '#domain/paths.ts';

/** Username of the card that is open over a page, which has the address of its member. */
export function cardAt(pathname: string): string | undefined {
  const [, ...segments] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return pageAt(segments) === 'teamMember' ? segments.at(-1) : undefined;
}
