import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dispatchChange } from '#client/changed.ts';
import type { EventKind } from '#domain/events.ts';

type Changes = typeof import('#stores/changes.ts');

let changes: Changes;
let root: { dataset: DOMStringMap };

beforeEach(async () => {
  root = { dataset: {} };
  const document = Object.assign(new EventTarget(), { documentElement: root });
  vi.stubGlobal('document', document);
  vi.resetModules();
  changes = await import('#stores/changes.ts');
});
afterEach(() => vi.unstubAllGlobals());

/** A refresh that ends when the test calls `answer`. */
function slowRefresh() {
  const open: (() => void)[] = [];
  const refresh = vi.fn(() => new Promise<void>((resolve) => open.push(resolve)));
  return { refresh, answer: () => open.shift()?.() };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('whoever shows something asks again when it has changed, and not for anything else', async () => {
  const refresh = vi.fn();
  changes.onChanges(['withdrawals', 'notices'], refresh);
  dispatchChange('support');
  await settled();
  expect(refresh).not.toHaveBeenCalled();
  dispatchChange('notices');
  await settled();
  expect(refresh).toHaveBeenCalledTimes(1);
  const later = vi.fn();
  changes.onChanges(['support'], later);
  await settled();
  expect(later).toHaveBeenCalledTimes(1);
});

test('what has changed before it woke is asked for once', async () => {
  root.dataset['changed'] = ' notices withdrawals notices';
  const refresh = vi.fn();
  changes.onChanges(['notices', 'withdrawals'], refresh);
  await settled();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('a list that was read after a change is not read again for it, only for the next one', async () => {
  root.dataset['changed'] = ' notices';
  changes.onChanges(['notices'], vi.fn());
  dispatchChange('notices');
  const seen = changes.countChanges(['notices']);
  expect(seen).toBe(2);
  const refresh = vi.fn();
  changes.onChanges(['notices'], refresh, seen);
  await settled();
  expect(refresh).not.toHaveBeenCalled();
  dispatchChange('notices');
  await settled();
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('it never asks twice at once, and once more for all that happened meanwhile', async () => {
  const { refresh, answer } = slowRefresh();
  changes.onChanges(['notices', 'withdrawals'], refresh);
  dispatchChange('notices');
  dispatchChange('withdrawals');
  await settled();
  expect(refresh).toHaveBeenCalledTimes(1);
  for (let times = 0; times < 5; times += 1) dispatchChange('notices');
  await settled();
  expect(refresh).toHaveBeenCalledTimes(1);
  answer();
  await settled();
  expect(refresh).toHaveBeenCalledTimes(2);
  answer();
  await settled();
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('one that fails is reported, and the next change is asked for', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const refresh = vi.fn().mockRejectedValueOnce(new Error('no')).mockResolvedValue(undefined);
  changes.onChanges(['notices'], refresh);
  dispatchChange('notices');
  await settled();
  expect(report).toHaveBeenCalledTimes(1);
  dispatchChange('notices');
  await settled();
  expect(refresh).toHaveBeenCalledTimes(2);
});

test('who stops asks no more', async () => {
  const refresh = vi.fn();
  const stop = changes.onChanges(['notices'], refresh);
  stop();
  dispatchChange('notices');
  await settled();
  expect(refresh).not.toHaveBeenCalled();
});

test('who sleeps hears of it on the document', () => {
  const heard = vi.fn();
  document.addEventListener('changed', (event) => heard((event as CustomEvent).detail));
  dispatchChange('transactions');
  expect(heard).toHaveBeenCalledWith('transactions');
  expect(root.dataset['changed']).toBe(' transactions');
});

describe('an act of this page', () => {
  const done = { isDone: true };
  const changeHere = async (act: () => Promise<typeof done>) =>
    (await import('#client/own-changes.ts')).changeHere('withdrawals', act, ({ isDone }) => isDone);
  const dispatchAsModules = async (kind: EventKind) => (await import('#client/changed.ts')).dispatchChange(kind);

  test.each(['before', 'after'])('is refreshed once, when its event comes %s the answer', async (when) => {
    const refresh = vi.fn();
    changes.onChanges(['withdrawals'], refresh);
    await changeHere(async () => {
      if (when === 'before') await dispatchAsModules('withdrawals');
      return done;
    });
    if (when === 'after') await dispatchAsModules('withdrawals');
    await changes.ownChangesShown();
    expect(refresh.mock.calls).toEqual([[{ isOwn: true }]]);
    await dispatchAsModules('withdrawals');
    await settled();
    expect(refresh).toHaveBeenLastCalledWith({ isOwn: false });
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test('is shown once its refresh is over', async () => {
    const { refresh, answer } = slowRefresh();
    changes.onChanges(['withdrawals'], refresh);
    await changeHere(async () => done);
    const shown = vi.fn();
    void changes.ownChangesShown().then(shown);
    await dispatchAsModules('withdrawals');
    await settled();
    expect(shown).not.toHaveBeenCalled();
    answer();
    await settled();
    expect(shown).toHaveBeenCalled();
  });

  test('is said by the page itself where no event comes', async () => {
    vi.useFakeTimers();
    const refresh = vi.fn();
    changes.onChanges(['withdrawals', 'notices'], refresh);
    await changeHere(async () => done);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(refresh).not.toHaveBeenCalled();
    const asked = vi.fn();
    document.addEventListener('act', (event) => asked((event as CustomEvent).detail));
    await vi.advanceTimersByTimeAsync(200);
    // At that time the page script reports the change.
    expect(asked.mock.calls).toEqual([['withdrawals']]);
    await dispatchAsModules('withdrawals');
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh.mock.calls).toEqual([[{ isOwn: true }]]);
    vi.useRealTimers();
  });

  test('that was refused refreshes nothing, and what others do stays theirs', async () => {
    vi.useFakeTimers();
    const refresh = vi.fn();
    changes.onChanges(['withdrawals'], refresh);
    await changeHere(async () => ({ isDone: false }));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(refresh).not.toHaveBeenCalled();
    await dispatchAsModules('withdrawals');
    await vi.advanceTimersByTimeAsync(0);
    expect(refresh.mock.calls).toEqual([[{ isOwn: false }]]);
    vi.useRealTimers();
  });
});
