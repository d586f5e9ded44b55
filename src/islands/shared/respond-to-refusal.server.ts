import type { APIContext } from 'astro';
import { keepForm } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { readReturnAddress, signInAddress } from '#domain/return-address.ts';
import { keptPage } from './kept-form.server.ts';

/** The response of a page when a call that it needs was refused. */
export async function respondToRefusal(context: APIContext, refusal: Refusal): Promise<Response> {
  const { locals } = context;
  if (refusal.status === 401) {
    await locals.closeSession();
    return context.redirect(await signInAfter(context), context.request.method === 'GET' ? 302 : 303);
  }
  // A word of the address that can't be what it stands for leads nowhere.
  if (refusal.status === 404 || refusal.status === 422) return new Response(null, { status: 404 });
  locals.refusal = refusal;
  return context.rewrite('/500');
}

/** A form is never sent again by itself: what was typed waits, sealed, in the address of its page (decision 0069). */
async function signInAfter(context: APIContext): Promise<string> {
  const { locals, url } = context;
  const { call, language, posted } = locals;
  const query = new URLSearchParams(url.search);
  const page = keptPage(context);
  if (page && posted?.['owner']) {
    const { owner, draft: _, ...values } = posted;
    const sealed = await call(keepForm, { page, owner, values });
    const kept = sealed.success && sealed.data.kept;
    if (kept) query.set('kept', kept);
  }
  const search = query.toString();
  const returnTo = readReturnAddress(url.pathname + (search && `?${search}`), language);
  return signInAddress(language, { returnTo, isEnded: true });
}
