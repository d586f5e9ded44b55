import type { AstroGlobal } from 'astro';
import { doneIn } from '#islands/shared/done.server.ts';
import { readForm } from '#islands/shared/read-form.server.ts';
import type { stopWithdrawals } from '#contracts/destinations.ts';
import type { turnOffEmails } from '#contracts/notices.ts';
import { isLinkBroken, refusalOf } from '#contracts/refused.ts';
import type { keepFactor } from '#contracts/second-factor.ts';
import { type PageName, path } from '#domain/paths.ts';
import type { TakenBack } from '#domain/rescue.ts';
import type { RefusalCode } from '#domain/refusals.ts';

export type LinkPage = Extract<PageName, 'keepFactor' | 'notMe' | 'emailsOff'>;
type LinkRefusal = Extract<RefusalCode, 'removal_link_invalid' | 'stop_link_invalid' | 'emails_link_invalid'>;

type Link = {
  page: LinkPage;
  contract: typeof keepFactor | typeof stopWithdrawals | typeof turnOffEmails;
  /** Refusal for a used, expired or unknown link. */
  broken: LinkRefusal;
  /** Value of `?done=`. */
  done: string;
};

export type PressedLink = {
  token: string;
  isDone: boolean;
  broken: LinkRefusal | undefined;
  refused: string | undefined;
  takenBack: readonly TakenBack[];
};

export async function pressLink(astro: AstroGlobal, link: Link): Promise<Response | PressedLink> {
  const { locals, redirect, response, url } = astro;
  const form = await readForm(astro, ['token']);
  // RFC 8058: a mail program posts to the link and follows no redirect.
  const isOneClick = link.page === 'emailsOff' && form?.token === '';
  const token = form && !isOneClick ? form.token : (url.searchParams.get('token') ?? '');
  const answer = form ? await locals.call(link.contract, { token }) : undefined;
  const takenBack = answer?.success && 'taken_back' in answer.data ? answer.data.taken_back : [];
  // The list is too long for an address, so it is rendered. A repeated press gets the same list.
  if (takenBack.length > 0) return { token, isDone: true, broken: undefined, refused: undefined, takenBack };
  if (answer?.success && !isOneClick) return redirect(path(locals.language, link.page, { done: link.done }), 303);
  const refusal = refusalOf(answer);
  if (refusal) response.status = refusal.status;
  const isDone = isOneClick ? Boolean(answer?.success) : !form && !token && doneIn(url) === link.done;
  const isBroken = !isDone && (!token || isLinkBroken(refusal, link.broken));
  return { token, isDone, broken: isBroken ? link.broken : undefined, refused: refusal?.detail, takenBack };
}
