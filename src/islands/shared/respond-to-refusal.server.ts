import type { APIContext } from 'astro';
import { keepForm } from '#contracts/auth.ts';
import type { Refusal } from '#contracts/call.ts';
import { readReturnAddress, signInAddress } from '#domain/return-address.ts';
import { keptPage } from './kept-form.server.ts';

export async function respondToRefusal(context: APIContext, refusal: Refusal): Promise<Response> {
  const { locals } = context;
  if (refusal.status === 401) {
    await locals.closeSession();
    return context.redirect(await signInAfter(context), context.request.method === 'GET' ? 302 : 303);
  }
  // Also 422: an invalid value in the address names no page.
  if (refusal.status === 404 || refusal.status === 422) return new Response(null, { status: 404 });
  locals.refusal = refusal;
  return context.rewrite('/500');
}

/** Seals the form into the return address; it is never sent automatically (docs/design/sign-in.md). */
async function signInAfter(context: APIContext): Promise<string> {
  const { locals, url } = context;
  const { call, language, posted } = locals;
  const query = new URLSearchParams(url.search);
  const page = keptPage(context);
  if (page && posted?.['owner']) {
    const { owner, draft: _, ...values } = posted;
    const answer = await call(keepForm, { page, owner, values });
    const sealedForm = answer.success && answer.data.kept;
    if (sealedForm) query.set('kept', sealedForm);
  }
  const search = query.toString();
  const returnTo = readReturnAddress(url.pathname + (search && `?${search}`), language);
  return signInAddress(language, { returnTo, isEnded: true });
}
