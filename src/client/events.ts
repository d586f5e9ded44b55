import { SESSION_OVER, type EventKind, type PageEvent } from '#domain/events.ts';
import { sayChanged } from './changed.ts';

const { dataset } = document.documentElement;

const ADDRESS = '/api/events/';
/** Pages of one account share a stream, those of another have their own. */
const NAME = `events ${dataset['owner']}`;
const AGAIN_MS = 1_000;
const POLL_MS = 15_000;
const SLOWEST_MS = 120_000;
/** From then on it asks now and then. */
const MAX_FAILURES = 3;
/** For the time that an answer is under way. */
const SLACK_SECONDS = 2;

/** When this page last knew of everything: when its reader set out for it. */
let knownAt = Date.now() - performance.now();
let failures = 0;
let isFollowing = false;
let isOver = false;

/**
 * Says on the page what happens to the member meanwhile, as long as somebody looks at it: by a stream that all windows of
 * the browser share or, where there is none, by asking. A second call changes nothing.
 */
export async function followEvents(): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  while (!isOver) {
    if (document.hidden) await new Promise(onVisibility);
    else await whileSeen();
  }
}

async function whileSeen(): Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  onVisibility(() => leaving.abort());
  // Closed with the rest, because a page that holds one is not kept for the way back.
  const windows = new BroadcastChannel(NAME);
  windows.onmessage = ({ data }) => hear(data);
  const lead = () => listen(signal, (words) => (windows.postMessage(words), hear(words)));
  // Browsers keep locks from pages that did not come over https.
  await (navigator.locks?.request(NAME, { signal }, lead) ?? lead()).catch<unknown>(() => signal.aborted || lead());
  windows.close();
}

async function listen(signal: AbortSignal, share: (words: string) => void): Promise<void> {
  for (let waitMs = POLL_MS; !signal.aborted && !isOver;) {
    if (failures < MAX_FAILURES && (await stream(signal, share))) {
      failures = 0;
      await pause(AGAIN_MS * (1 + Math.random() * 4), signal);
    } else if (!signal.aborted) {
      failures += 1;
      waitMs = (await ask(share)) ? POLL_MS : Math.min(waitMs * 2, SLOWEST_MS);
      await pause(waitMs, signal);
    }
  }
}

/** Until it ends; whether it had come to anything. */
function stream(signal: AbortSignal, share: (words: string) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource(ADDRESS + age());
    let isOpen = false;
    const end = () => (source.close(), resolve(isOpen));
    source.onopen = () => {
      isOpen = true;
      knownAt = Date.now();
    };
    source.onmessage = ({ data }) => (share(data), isOver && end());
    source.onerror = signal.onabort = end;
  });
}

async function ask(share: (words: string) => void): Promise<boolean> {
  const askedAt = Date.now();
  const answer = await fetch(`${ADDRESS}recent/${age()}`).catch(() => undefined);
  if (answer?.status === 401) hear(SESSION_OVER);
  if (!answer?.ok) return false;
  const { kinds } = (await answer.json()) as { kinds: EventKind[] };
  if (kinds.length > 0) share(kinds.join(' '));
  knownAt = askedAt;
  return true;
}

function hear(words: string): void {
  knownAt = Date.now();
  isOver = words === SESSION_OVER;
  // The next page says it to whoever leaves this one, as by signing out.
  if (isOver && 'loading' in dataset) return;
  for (const kind of words.split(' ')) sayChanged(kind as PageEvent);
}

/** A clock that was put back in between tells of too much rather than of nothing. */
const age = () => `?age=${Math.ceil(Math.abs(Date.now() - knownAt) / 1000) + SLACK_SECONDS}`;

function pause(ms: number, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, signal.aborted || isOver ? 0 : ms);
    signal.addEventListener('abort', resolve);
  });
}

function onVisibility(act: (event: Event) => void): void {
  document.addEventListener('visibilitychange', act, { once: true });
}
