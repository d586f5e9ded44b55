import type { AstroGlobal } from 'astro';
import { cancelWithdrawal, dismissReceipt, getBalance, getWithdrawal } from '#contracts/finance.ts';
import { path } from '#domain/paths.ts';
import { isOpen } from '#domain/withdrawal.ts';
import { doneText, FINANCE_DONE } from '#islands/shared/done.server.ts';
import { formAction, oneOf } from '#islands/shared/form-action.server.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { typicalDuration } from './typical-duration.ts';

const dismissal = formAction({
  contract: dismissReceipt,
  fields: ['act'],
  when: ({ act }) => act === 'dismiss',
  done: ({ language }) => path(language, 'finance'),
});

const cancellation = formAction({
  contract: cancelWithdrawal,
  fields: ['act'],
  when: ({ act }) => act !== 'dismiss',
  done: ({ language, page }) => path(language, 'withdrawal', { id: page.params['id'] ?? '' }, { done: 'cancelled' }),
});

const act = oneOf(dismissal, cancellation);

export async function loadWithdrawal(page: AstroGlobal) {
  const { call, t } = page.locals;
  const posted = await act(page);
  if (posted instanceof Response) return posted;
  const loaded = await load(page, {
    me: readProfile(page),
    withdrawal: call(getWithdrawal, { id: page.params['id'] ?? '' }),
    balance: call(getBalance),
  });
  if (loaded instanceof Response) return loaded;
  const { form, refusal } = posted;
  const start = loaded.withdrawal.data;
  const isPending = isOpen(start.state);
  const screen = {
    start,
    usual: isPending ? typicalDuration(t, loaded.balance.data.withdrawal.usual_minutes) : undefined,
    done: form ? undefined : doneText(FINANCE_DONE, page.url, t),
    refused: refusal?.detail,
  };
  return { me: loaded.me.data, screen, isWaiting: isPending && !form };
}
