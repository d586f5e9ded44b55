import type { APIRoute } from 'astro';
import { qrCode } from '#components/ui/qr-code.ts';
import { getTransaction } from '#contracts/transactions.ts';
import { path } from '#domain/paths.ts';

/** The address that the transaction is paid to. */
export const GET: APIRoute = async ({ locals, params, redirect }) => {
  const { call, language } = locals;
  const found = await call(getTransaction, { id: params['id'] ?? '' });
  const payment = found.success ? found.data.payment : undefined;
  if (!payment) return redirect(path(language, 'transactions'), 302);
  return new Response(qrCode(payment.address), { headers: { 'content-type': 'image/svg+xml; charset=utf-8' } });
};
