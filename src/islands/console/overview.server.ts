import type { AstroGlobal } from 'astro';
import { getOverview, listWaiting, markSetup } from '#contracts/console/overview.ts';
import { listWork } from '#contracts/console/work.ts';
import { consolePath } from '#domain/console-paths.ts';
import { formatDay } from '#domain/days.ts';
import type { SetupMark } from '#domain/setup-steps.ts';
import { microsOf, moneyText } from '#domain/money.ts';
import { readForm } from '#islands/shared/read-form.server.ts';
import { alignedAmounts } from './amount-text.ts';
import { answerConsole } from './answer-console.server.ts';
import { enterConsole } from './enter-console.server.ts';

const compare = (a: bigint, b: bigint) => Number(a - b);

/** A correction may make a day negative. */
function signedMicros(amount: string): bigint {
  return amount.startsWith('-') ? -microsOf(amount.slice(1)) : microsOf(amount);
}

export async function loadOverview(page: AstroGlobal) {
  const me = await enterConsole(page, 'overview');
  if (me instanceof Response) return me;
  const marked = await markOf(page);
  if (marked) return marked;
  const { call } = page.locals;
  const [overview, waiting, work] = await Promise.all([call(getOverview), call(listWaiting), call(listWork)]);
  if (!overview.success) return answerConsole(page, overview.error);
  if (!waiting.success) return answerConsole(page, waiting.error);
  if (!work.success) return answerConsole(page, work.error);
  const { days, jobs, setup } = overview.data;
  const sumOf = (kind: 'in' | 'out') => days.reduce((sum, day) => sum + signedMicros(day[kind]), 0n);
  const highestOf = (kind: 'in' | 'out') =>
    days
      .map((day) => signedMicros(day[kind]))
      .toSorted(compare)
      .at(-1) ?? 0n;
  const money = alignedAmounts(
    days.flatMap((day) => [day.in, day.out]),
    page.locals,
  );
  const flows = (['in', 'out'] as const).map((kind) => ({
    kind,
    total: moneyText(sumOf(kind)),
    highest: moneyText(highestOf(kind)),
    ends: [formatDay(days[0]?.day ?? ''), formatDay(days.at(-1)?.day ?? '')] as const,
    points: days.map((day) => ({
      key: day.day,
      values: [Number(day[kind])],
      title: `${formatDay(day.day)}: ${money(day[kind])}`,
    })),
  }));
  const running = work.data.items.filter(({ finished_at: finishedAt }) => finishedAt === null);
  return { me, waiting: waiting.data.waiting, days, money, jobs, flows, running, setup };
}

/** The list of first steps, sent without scripts. */
async function markOf(page: AstroGlobal): Promise<Response | undefined> {
  const form = await readForm(page, ['mark']);
  if (!form) return undefined;
  // Sent as it came: the call tells a wrong mark, and another owner.
  const answer = await page.locals.call(markSetup, { mark: form.mark as SetupMark });
  return answer.success ? page.redirect(consolePath('overview'), 303) : answerConsole(page, answer.error);
}
