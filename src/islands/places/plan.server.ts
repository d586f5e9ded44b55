import type { AstroGlobal } from 'astro';
import { type Plan, requestPlace } from '#contracts/places.ts';
import { path } from '#domain/paths.ts';
import { type Platform, readPlatform } from '#domain/places.ts';
import { formAction, type PostedOf } from '#islands/shared/form-action.server.ts';
import { type BoardPage, loadBoard } from './board.server.ts';
import type { ServerRefusal } from './request-form.tsx';

const request = formAction({
  contract: requestPlace,
  fields: ['price', 'at_once'],
  // A missing price is sent too, so that the server refuses it.
  input: ({ price, at_once }, { params }) => ({
    platform: params['platform'] as Platform,
    plan: params['plan'] ?? '',
    at_once: at_once !== '',
    price,
  }),
  done: ({ data: { id }, language }) => path(language, 'transaction', { id }, { done: 'requested' }),
});

type PlanPage = BoardPage & { plan: Plan; refusal: ServerRefusal | undefined } & Pick<PostedOf<typeof request>, 'uid'>;

export async function loadPlan(page: AstroGlobal): Promise<Response | PlanPage> {
  const { platform, plan: id } = page.params;
  if (!readPlatform(platform)) return new Response(null, { status: 404 });
  const posted = await request(page);
  if (posted instanceof Response) return posted;
  const board = await loadBoard(page);
  if (board instanceof Response) return board;
  const plan = board.board.plans.find((one) => one.id === id);
  if (!plan) return new Response(null, { status: 404 });
  const { form, refusal, uid } = posted;
  const shown = refusal && { ...refusal, hasAgreed: Boolean(form?.at_once) };
  return { ...board, plan, refusal: shown, uid };
}
