import type { Browser } from 'playwright';
import { setTimeout as delay } from 'node:timers/promises';
import type { List } from './contestants.ts';
import { openPage, type Phone, type Subject, type Visited } from './phone.ts';

type Watched = List & { from: 'paint' | 'load' };
type Place = { x: number; y: number };
type Seen = { keyMs?: number; shownMs?: number; answeredMs?: number };

declare global {
  var seen: Seen;
  function tell(what: string): void;
}

const PATIENCE_MS = 20_000;

/**
 * Searches as soon as the page is painted or loaded. `delayMs`: first key to other rows. From the start of the visit:
 * `shownMs` to other rows, `answeredMs` to the response (only our list). `lostKeys`: typed letters missing in the box.
 */
export async function search(
  browser: Browser,
  subject: Subject,
  phone: Phone,
  from: Watched['from'],
): Promise<Record<'delayMs' | 'shownMs' | 'answeredMs' | 'lostKeys', number>> {
  const visited = await openPage(browser, subject, phone);
  const { page, protocol, close } = visited;
  const told = signals();
  protocol.on('Runtime.bindingCalled', ({ payload }) => told.tell(payload));
  await protocol.send('Runtime.enable');
  await protocol.send('Runtime.addBinding', { name: 'tell' });
  const { box, rows, all, word } = subject;
  await page.addInitScript(watch, { box, rows, all, word, from });
  void page.goto(subject.url, { timeout: 60_000 }).catch(() => {});
  await told.when('ready');
  await tapBox(visited, subject);
  await told.when('focused');
  await type(visited, word);
  await Promise.race([told.when('shown'), delay(PATIENCE_MS)]);
  if (subject.cookie) await Promise.race([told.when('answered'), delay(PATIENCE_MS)]);
  const {
    keyMs = Number.NaN,
    shownMs = Number.NaN,
    answeredMs = Number.NaN,
  } = await page.evaluate(() => globalThis.seen);
  const typed = await page.locator(box).inputValue();
  await close();
  return { delayMs: shownMs - keyMs, shownMs, answeredMs, lostKeys: word.length - typed.length };
}

/** Taps the box by touch, after scrolling to it if it is not visible. */
export async function tapBox({ protocol }: Visited, { box }: Subject): Promise<void> {
  // Avoids Playwright's own script, which would keep the phone busy for a fifth of a second.
  const { result } = await protocol.send('Runtime.evaluate', {
    expression: `(${findBox})(${JSON.stringify(box)})`,
    awaitPromise: true,
    returnByValue: true,
  });
  const place = result.value as Place;
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
  await protocol.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Runs in the page. */
async function findBox(box: string): Promise<Place> {
  const element = document.querySelector(box)!;
  const isSeen = () => element.getBoundingClientRect().bottom < innerHeight;
  if (!isSeen()) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}

export async function type({ protocol }: Visited, word: string): Promise<void> {
  for (const key of word) {
    await protocol.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await protocol.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
  }
}

function signals() {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const signal = (what: string) => {
    const known = waiting.get(what) ?? Promise.withResolvers<void>();
    waiting.set(what, known);
    return known;
  };
  return { tell: (what: string) => signal(what).resolve(), when: (what: string) => signal(what).promise };
}

/** Runs in the page before its own scripts. */
function watch({ box, rows, all, word, from }: Watched): void {
  const seen: Seen = (globalThis.seen = {});
  let hasBegun = false;
  let isReady = false;
  let wasWhole = false;
  const lookAgain = () => {
    if (hasBegun && !isReady && document.querySelector(box)) {
      isReady = true;
      tell('ready');
    }
    const shown = document.querySelectorAll(rows).length;
    wasWhole ||= shown === all;
    if (wasWhole && seen.keyMs !== undefined && seen.shownMs === undefined && shown > 0 && shown < all) {
      seen.shownMs = performance.now();
      requestAnimationFrame(() => tell('shown'));
    }
  };
  const begin = () => {
    hasBegun = true;
    lookAgain();
  };
  if (from === 'load') addEventListener('load', begin);
  else new PerformanceObserver(begin).observe({ type: 'paint' });
  new PerformanceObserver((list) => {
    const answer = list.getEntries().find(({ name }) => new URL(name).searchParams.get('search') === word);
    if (!answer) return;
    seen.answeredMs ??= (answer as PerformanceResourceTiming).responseEnd;
    tell('answered');
  }).observe({ type: 'resource', buffered: true });
  addEventListener('focusin', ({ target }) => (target as Element).matches(box) && tell('focused'), true);
  addEventListener('keydown', ({ timeStamp }) => (seen.keyMs ??= timeStamp), true);
  new MutationObserver(lookAgain).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['hidden'],
  });
}
