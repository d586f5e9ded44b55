import type { AstroGlobal } from 'astro';
import { type Board, getBoard } from '#contracts/places.ts';
import type { Profile } from '#contracts/profile.ts';
import { type Platform, readPlatform } from '#domain/places.ts';
import { load } from '#islands/shared/load.server.ts';
import { readDisclosureText } from '#islands/shared/disclosure-text.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { boardPages } from './platforms.ts';

export type BoardPage = {
  platform: Platform;
  at: (typeof boardPages)[Platform];
  me: Profile;
  board: Board;
  disclosed: string | null;
};

export async function loadBoard(page: AstroGlobal): Promise<Response | BoardPage> {
  const platform = readPlatform(page.params['platform']);
  if (!platform) return new Response(null, { status: 404 });
  const board = page.locals.call(getBoard, { platform });
  const [loaded, disclosed] = await Promise.all([
    load(page, { me: readProfile(page), board }),
    readDisclosureText(page.locals),
  ]);
  if (loaded instanceof Response) return loaded;
  return { platform, at: boardPages[platform], me: loaded.me.data, board: loaded.board.data, disclosed };
}
