import type { Withdrawal } from '#contracts/finance.ts';
import { shownOf } from '#domain/shown-withdrawals.ts';
import { follow } from './follow.ts';

/** One withdrawal, or those that are open. */
type Answer = Withdrawal | { items: Withdrawal[] };
/** `one` is where a single withdrawal is asked about. */
type Words = { one: string; names: Record<string, string>; states: Record<string, string> };

void follow<Answer>({
  shownOf: (answer) => shownOf(itemsOf(answer)),
  async sayOf(answer, { shown = '', words = '' }) {
    const { one, names, states } = JSON.parse(words) as Words;
    const before = shown.split(',');
    const now = await Promise.all(
      Object.keys(names).map((id) => itemsOf(answer).find((open) => open.id === id) ?? read(one.replace('{id}', id))),
    );
    const changed = now.flatMap((found) => (found && !before.includes(shownOf([found])) ? [found] : []));
    return changed.map(({ id, state }) => `${names[id]}: ${states[state]}`).join('. ');
  },
});

function itemsOf(answer: Answer): Withdrawal[] {
  return 'items' in answer ? answer.items : [answer];
}

/** What has ended is no longer among the open ones. */
async function read(address: string): Promise<Withdrawal | undefined> {
  const answer = await fetch(address).catch(() => undefined);
  return answer?.ok ? ((await answer.json()) as Withdrawal) : undefined;
}
