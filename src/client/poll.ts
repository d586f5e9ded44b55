const EVERY_MS = 4_000;
const SLOWEST_MS = 64_000;
const HOUR_MS = 3_600_000;

/** What became of a question: answered, not answered, or not to be asked again. */
export type Asked = 'answered' | 'broken' | 'over';

/** Asks while somebody looks at the page, for an hour at most, and more rarely while the line is broken. */
export async function poll(ask: () => Promise<Asked>): Promise<void> {
  // Some of the first wait may be over before this has come.
  await someTime(EVERY_MS - performance.now());
  for (let waitMs = EVERY_MS; performance.now() < HOUR_MS; await someTime(waitMs)) {
    const asked = await ask();
    if (asked === 'over') return;
    waitMs = asked === 'broken' ? Math.min(waitMs * 2, SLOWEST_MS) : EVERY_MS;
  }
}

async function someTime(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  if (!document.hidden) return;
  await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }));
}
