import { CAST, type Person } from '#server/operator/seed/cast.ts';

/** The cast and `count` more people below `username`, each invited by a random earlier one. */
export function peopleBelow(username: string, count: number, random: () => number): readonly Person[] {
  const more = Array.from({ length: count }, (_, index): Person => {
    const above = Math.floor(random() * (index + 1));
    return {
      username: `p${index + 1}`,
      name: `Person ${index + 1}`,
      language: 'en',
      inviter: above === 0 ? username : `p${above}`,
      careerStatus: 'none',
      active: false,
      registeredDaysAgo: 50 - index / count,
    };
  });
  return [...CAST, ...more];
}
