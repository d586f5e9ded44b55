import type { APIContext } from 'astro';
import { keepForm } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import type { KeptPage } from '#domain/kept-forms.ts';
import { readReturnAddress, signInAddress } from '#domain/return-address.ts';

/** A form that was sent, and the page that can render it again. */
type Sent = { page: KeptPage; form: Record<string, string> | undefined };

/** The response of a page when a call that it needs was refused. */
export async function respondToRefusal(context: APIContext, refusal: Refusal, sent?: Sent): Promise<Response> {
  const { locals } = context;
  if (refusal.status === 401) {
    await locals.closeSession();
    return context.redirect(await signInAfter(context, sent), context.request.method === 'GET' ? 302 : 303);
  }
  if (refusal.status === 404) return new Response(null, { status: 404 });
  locals.refusal = refusal;
  return context.rewrite('/500');
}

/** A form is never sent again by itself: what was typed waits, sealed, in the address of its page (decision 0069). */
async function signInAfter({ locals, url }: APIContext, sent: Sent | undefined): Promise<string> {
  const { call, language } = locals;
  const query = new URLSearchParams(url.search);
  if (sent?.form?.['owner']) {
    const { owner, draft: _, ...values } = sent.form;
    const sealed = await call(keepForm, { page: sent.page, owner, values });
    const kept = sealed.success && sealed.data.kept;
    if (kept) query.set('kept', kept);
  }
  const search = query.toString();
  const returnTo = readReturnAddress(url.pathname + (search && `?${search}`), language);
  return signInAddress(language, { returnTo, isEnded: true });
}
