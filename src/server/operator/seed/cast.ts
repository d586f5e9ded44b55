import type { CareerStatus } from '#domain/career-status.ts';
import type { Language } from '#domain/languages.ts';
import type { WeekStart } from '#domain/week-start.ts';

export const DEMO_PASSWORD = 'Demo-2026!';
export const DEMO_PIN = '4826';

export type Person = {
  username: string;
  name: string;
  /** Default: language of the machine. */
  language?: Language;
  inviter: string | undefined;
  careerStatus: CareerStatus;
  active: boolean;
  registeredDaysAgo: number;
  isPublic?: boolean;
  weekStart?: WeekStart;
};

/** Used by the demo and all tests. Referral codes equal usernames. */
export const CAST: readonly Person[] = [
  person('root', 'Корней Архипов', { inviter: undefined, careerStatus: 'platinum_manager', registeredDaysAgo: 290 }),
  person('anna', 'Анна Северянина', {
    inviter: 'root',
    careerStatus: 'regional_director',
    registeredDaysAgo: 280,
    isPublic: true,
  }),
  person('ivan', 'Иван Кузнецов', { careerStatus: 'director', registeredDaysAgo: 240 }),
  person('priya', 'பிரியா ராமநாதன்', { language: 'tamil', careerStatus: 'gold_director', registeredDaysAgo: 200 }),
  person('jonas', 'Jonas Lindenberger', { language: 'de', careerStatus: 'none_status', registeredDaysAgo: 120 }),
  person('marie', 'Marie Delacroix', { language: 'fr', weekStart: 'sunday', active: false, registeredDaysAgo: 60 }),
];

export const PENDING = { username: 'lena', inviter: 'anna' } as const;

function person(username: string, name: string, overrides: Partial<Person>): Person {
  return {
    username,
    name,
    inviter: 'anna',
    careerStatus: 'none',
    active: true,
    registeredDaysAgo: 30,
    ...overrides,
  };
}
