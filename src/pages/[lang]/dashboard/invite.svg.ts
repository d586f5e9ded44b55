import type { APIRoute } from 'astro';
import { qrCode } from '#components/ui/qr-code.ts';
import { getProfile } from '#contracts/profile.ts';
import { path } from '#domain/paths.ts';

export const GET: APIRoute = async ({ locals, redirect }) => {
  const me = await locals.call(getProfile);
  if (!me.success) return redirect(path(locals.language, 'profile'), 302);
  return new Response(qrCode(me.data.partner_link), { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
};
