import { expect, test } from 'vitest';
import { afterWrongPin, foldPin, isObviousPin, PAUSE_SECONDS, PIN_PATTERN, triesLeft } from '#domain/pin.ts';

test.each(['0042', '4826', '9999'])('%s is a PIN', (pin) => expect(PIN_PATTERN.test(pin)).toBe(true));

test.each(['', '482', '48260', '482a', ' 4826', '4826\n', '٤٨٢٦', '48 26'])('“%s” is none', (pin) =>
  expect(PIN_PATTERN.test(pin)).toBe(false),
);

test.each(['4826', '४८२६', '௪௮௨௬', '４８２６', ' 4826 ', '\u200E4826\u200B'])('“%s” is typed for 4826', (typed) =>
  expect(foldPin(typed)).toBe('4826'),
);

test.each(['48 26', '482a', '²826', ''])('“%s” stays what it is', (typed) => expect(foldPin(typed)).toBe(typed));

test('nobody may have a PIN that a thief tries first', () => {
  const all = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'));
  expect(all.filter(isObviousPin)).toEqual([
    ...['0000', '1111', '1234', '2222', '3333', '4321', '4444', '5555', '6666', '7777', '8888', '9999'],
  ]);
});

test('a thief who tries one PIN after the other waits ever longer, and after ten is out', () => {
  const ladder = Array.from({ length: 11 }, (_, index) => {
    const { state, waitSeconds } = afterWrongPin(index + 1);
    return `${state} ${waitSeconds / 60}, ${triesLeft(index + 1)} left`;
  });
  expect(ladder).toEqual([
    'open 0, 4 left',
    'open 0, 3 left',
    'open 0, 2 left',
    'open 0, 1 left',
    'waits 15, 2 left',
    'open 0, 1 left',
    'waits 60, 2 left',
    'open 0, 1 left',
    'waits 1440, 1 left',
    'closed 0, 0 left',
    'closed 0, 0 left',
  ]);
  expect(triesLeft(0)).toBe(5);
});

test('after a change that a thief makes first, money rests for days', () => {
  const hours = Object.entries(PAUSE_SECONDS).map(([cause, seconds]) => `${cause} ${seconds / 3_600}`);
  expect(hours).toEqual(['pin 72', 'password 24', 'email 24']);
});
