import { expect, test } from 'vitest';
import { arcade, CAREER_STATUSES, roleLook } from '#domain/career-status.ts';

test('later words of a career status override earlier ones', () => {
  expect(CAREER_STATUSES.map((status) => `${status}: ${roleLook(status).step} ${roleLook(status).tier}`)).toEqual([
    'none: 1 default',
    'none_status: 1 default',
    'director: 2 default',
    'regional_director: 3 default',
    'international_director: 4 default',
    'silver_director: 2 silver',
    'silver_regional_director: 3 silver',
    'silver_international_director: 4 silver',
    'gold_director: 2 gold',
    'gold_regional_director: 3 gold',
    'gold_international_director: 4 gold',
    'platinum_director: 2 platinum',
    'platinum_regional_director: 3 platinum',
    'platinum_international_director: 4 platinum',
    'platinum_manager: 5 platinum',
  ]);
});

test('the arcade shows the member’s own status at its step', () => {
  expect(arcade('gold_regional_director')).toEqual([
    'none',
    'director',
    'gold_regional_director',
    'international_director',
    'platinum_manager',
  ]);
});

test('whoever has no rank yet sees the five there are', () => {
  expect(arcade('none')).toEqual([
    ...['none', 'director', 'regional_director', 'international_director', 'platinum_manager'],
  ]);
});
