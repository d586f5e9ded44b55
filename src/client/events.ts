import { SESSION_OVER, type EventKind, type PageEvent } from '#domain/events.ts';
import { dispatchChange } from './changed.ts';

const { dataset } = document.documentElement;

const ADDRESS = '/api/events/';
/** Pages of one account share a stream. */
const NAME = `events ${dataset['owner']}`;
const AGAIN_MS = 1_000;
const POLL_MS = 15_000;
const SLOWEST_MS = 120_000;
/** After this many failures it only polls. */
const MAX_FAILURES = 3;
/** Covers the time that a response takes. */
const SLACK_SECONDS = 2;

/** When this page last knew the state; at first, the start of navigation. */
let knownAt = Date.now() - performance.now();
let failures = 0;
let isFollowing = false;
let isOver = false;

/** Announces the member's events while the page is visible: by a stream shared between windows, or by polling. */
export async function followEvents(): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  while (!isOver) {
    if (document.hidden) await new Promise(onVisibility);
    else await followWhileVisible();
  }
}

async function followWhileVisible(): Promise<void> {
  const leaving = new AbortController();
  const { signal } = leaving;
  onVisibility(() => leaving.abort());
  // Closed when hidden: an open channel blocks the back/forward cache.
  const windows = new BroadcastChannel(NAME);
  windows.onmessage = ({ data }) => receive(data);
  const followAsLeader = () => listen(signal, (words) => (windows.postMessage(words), receive(words)));
  // `navigator.locks` is missing on plain http.
  const following = navigator.locks?.request(NAME, { signal }, followAsLeader) ?? followAsLeader();
  await following.catch<unknown>(() => signal.aborted || followAsLeader());
  windows.close();
}

async function listen(signal: AbortSignal, share: (words: string) => void): Promise<void> {
  for (let waitMs = POLL_MS; !signal.aborted && !isOver;) {
    if (failures < MAX_FAILURES && (await stream(signal, share))) {
      failures = 0;
      await pause(AGAIN_MS * (1 + Math.random() * 4), signal);
    } else if (!signal.aborted) {
      failures += 1;
      waitMs = (await poll(share)) ? POLL_MS : Math.min(waitMs * 2, SLOWEST_MS);
      await pause(waitMs, signal);
    }
  }
}

/** Resolves when the stream ends: true if it was opened. */
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

async function poll(share: (words: string) => void): Promise<boolean> {
  const sentAt = Date.now();
  const answer = await fetch(`${ADDRESS}recent/${age()}`).catch(() => undefined);
  if (answer?.status === 401) receive(SESSION_OVER);
  if (!answer?.ok) return false;
  const { kinds } = (await answer.json()) as { kinds: EventKind[] };
  if (kinds.length > 0) share(kinds.join(' '));
  knownAt = sentAt;
  return true;
}

function receive(words: string): void {
  knownAt = Date.now();
  isOver = words === SESSION_OVER;
  // The page is being left, for example by signing out. The next page reports it.
  if (isOver && 'loading' in dataset) return;
  for (const kind of words.split(' ')) dispatchChange(kind as PageEvent);
}

/** `abs`: if the clock was set back, too many events are better than none. */
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
