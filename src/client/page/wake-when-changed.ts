import { poll } from '#client/poll.ts';
import type { Withdrawal } from '#contracts/finance.ts';
import { shownOf } from '#domain/shown-withdrawals.ts';

/** Asks for what a sleeping island shows, and wakes it when that is no longer true; awake it asks by itself. */
void poll(async () => {
  const island = document.querySelector('astro-island[ssr]');
  const { address = '', shown } = document.getElementById('followed')?.dataset ?? {};
  if (!island) return 'over';
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.status === 401) return 'over';
  if (!answer?.ok) return 'broken';
  const { items } = (await answer.json()) as { items: Withdrawal[] };
  if (shownOf(items) === shown) return 'answered';
  island.dispatchEvent(new Event('wake'));
  return 'over';
});
