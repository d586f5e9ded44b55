import type { AstroGlobal } from 'astro';
import { doneIn } from '#components/form/done.ts';
import { readForm } from '#components/form/read-form.ts';
import type { stopWithdrawals } from '#contracts/destinations.ts';
import { isLinkBroken, refusalOf } from '#contracts/refused.ts';
import type { keepFactor } from '#contracts/second-factor.ts';
import { type PageName, path } from '#domain/paths.ts';
import type { RefusalCode } from '#domain/refusals.ts';

export type LinkPage = Extract<PageName, 'keepFactor' | 'notMe'>;
type LinkRefusal = Extract<RefusalCode, 'removal_link_invalid' | 'stop_link_invalid'>;

type Link = {
  page: LinkPage;
  contract: typeof keepFactor | typeof stopWithdrawals;
  /** Of a link that was used, is too old or was never given. */
  broken: LinkRefusal;
  /** The word of the address for what the press has done. */
  done: string;
};

export type PressedLink = {
  token: string;
  isDone: boolean;
  /** Why there is nothing to press. */
  broken: LinkRefusal | undefined;
  refused: string | undefined;
};

/** What a page behind a link of an e-mail shows, or where it leads once its button was pressed. */
export async function pressLink(astro: AstroGlobal, link: Link): Promise<Response | PressedLink> {
  const { locals, redirect, response, url } = astro;
  const form = await readForm(astro, ['token']);
  const token = form ? form.token : (url.searchParams.get('token') ?? '');
  const pressed = form ? await locals.call(link.contract, { token }) : undefined;
  if (pressed?.success) return redirect(path(locals.language, link.page, { done: link.done }), 303);
  const refusal = refusalOf(pressed);
  if (refusal) response.status = refusal.status;
  const isDone = !form && !token && doneIn(url) === link.done;
  const isBroken = !isDone && (!token || isLinkBroken(refusal, link.broken));
  return { token, isDone, broken: isBroken ? link.broken : undefined, refused: refusal?.detail };
}
