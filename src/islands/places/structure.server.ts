import type { AstroGlobal } from 'astro';
import { getStructure, type Structure } from '#contracts/places.ts';
import { readPlatform } from '#domain/places.ts';
import { respondToRefusal } from '#islands/shared/respond-to-refusal.server.ts';
import { type BoardPage, loadBoard } from './board.server.ts';
import { readPosition } from './use-structure.ts';

type StructurePage = BoardPage & { structure: Structure | undefined };

/** `structure` is undefined for a member without a place. */
export async function loadStructure(page: AstroGlobal): Promise<Response | StructurePage> {
  const { locals, params, url } = page;
  const platform = readPlatform(params['platform']);
  if (!platform) return new Response(null, { status: 404 });
  const { place, node } = readPosition(url.searchParams);
  const [answer, board] = await Promise.all([locals.call(getStructure, { platform, place, node }), loadBoard(page)]);
  if (board instanceof Response) return board;
  if (answer.success) return { ...board, structure: answer.data };
  // Another member's place is 404 too, so only a bare address means “no place”.
  const hasNone = answer.error.status === 404 && !place && !node;
  return hasNone ? { ...board, structure: undefined } : respondToRefusal(page, answer.error);
}
