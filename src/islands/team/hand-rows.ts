import type { OutputOf } from '#contracts/contract.ts';
import type { listHand } from '#contracts/team.ts';
import type { RowsPage } from '#islands/shared/use-rows.ts';

type Page = OutputOf<typeof listHand>;
type Item = Page['items'][number];

export type HandRow = Pick<Item, 'name' | 'photo' | 'reason' | 'at' | 'language' | 'message' | 'contacts'> & {
  /** The username. */
  id: string;
};

/** Keeps only what the screen shows. */
export function handRows({ items, next }: Page): RowsPage<HandRow> {
  return {
    items: items.map(({ username: id, name, photo, reason, at, language, message, contacts }) => {
      return { id, name, photo, reason, at, language, message, contacts };
    }),
    next,
  };
}
