import { expect, test } from 'vitest';
import { cardPath, cardVersion } from '#domain/partner-card.ts';

const anna = { username: 'anna', name: 'Anna Weber', photo: null, career_status: 'director' } as const;

test('messengers fetch the picture again when another face is on it, and only then', () => {
  const faces = [
    anna,
    { ...anna, username: 'ivan' },
    { ...anna, name: null },
    { ...anna, name: 'Анна Вебер' },
    { ...anna, photo: '/photos/one.webp' },
    { ...anna, photo: '/photos/two.webp' },
    { ...anna, career_status: 'gold_director' } as const,
  ];
  expect(new Set(faces.map((face) => cardVersion(face))).size).toBe(faces.length);
  expect(cardVersion({ ...anna })).toBe(cardVersion(anna));
});

test('it keeps its address from one release to the next', () => {
  expect(cardPath('a/b', anna)).toBe('/partner-cards/a%2Fb.png?v=gvsj1j');
});
