import type { Browser } from 'playwright';
import { setTimeout as delay } from 'node:timers/promises';
import { type Address, openPage, type Phone } from './phone.ts';

declare global {
  var looked: { paintMs: number; largestMs: number; shift: number; tasks: { at: number; ms: number }[] };
}

const WATCHED_MS = 5000;
/** Longer tasks delay input. */
const LONG_TASK_MS = 50;

/** A first visit without input, for five seconds. */
export async function look(browser: Browser, subject: Address, phone: Phone): Promise<Record<string, number>> {
  const { page, protocol, close } = await openPage(browser, subject, phone);
  await page.addInitScript(watch);
  // CPU time of the thread, so that other work on this machine does not count.
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(subject.url, { timeout: 60_000 });
  await delay(WATCHED_MS + 200 - (await page.evaluate(() => performance.now())));
  const { paintMs, largestMs, shift, tasks } = await page.evaluate(() => globalThis.looked);
  const { metrics } = await protocol.send('Performance.getMetrics');
  await close();
  const cpuMs = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
  const early = tasks.filter(({ at }) => at < WATCHED_MS);
  return {
    paintMs,
    largestMs,
    shift,
    blockedMs: early.reduce((sum, { ms }) => sum + Math.max(0, ms - LONG_TASK_MS), 0),
    scriptMs: cpuMs('ScriptDuration'),
    mainThreadMs: cpuMs('TaskDuration'),
  };
}

/** Runs in the page before its own scripts. */
function watch(): void {
  const looked = (globalThis.looked = { paintMs: Number.NaN, largestMs: 0, shift: 0, tasks: [] });
  const each = <Entry extends PerformanceEntry>(type: string, take: (entry: Entry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as Entry);
    }).observe({ type, buffered: true });
  each('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') looked.paintMs = startTime;
  });
  each('largest-contentful-paint', ({ startTime }) => (looked.largestMs = startTime));
  each<PerformanceEntry & { value: number; hadRecentInput: boolean }>('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) looked.shift += value;
  });
  each('longtask', ({ startTime, duration }) =>
    (looked.tasks as { at: number; ms: number }[]).push({ at: startTime, ms: duration }),
  );
}
