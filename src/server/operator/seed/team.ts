import { CAREER_STATUSES } from '#domain/career-status.ts';
import { CAST, type Person } from './cast.ts';
import { NAMINGS } from './names.ts';
import { seededRandom } from './seeded-random.ts';

const MEMBERS = 500;
const UNDER_ANNA = 400;
const DEEPEST_LINE = 9;
const FIRST_DAYS_AGO = 270;

type Placed = Person & { line: number };
type Random = () => number;

export function demoPeople(): Person[] {
  const random = seededRandom(1);
  const people: Placed[] = [];
  for (const person of CAST) people.push({ ...person, line: lineOf(person, people) });
  const [root, ...annasTeam] = people;
  const teams = { root: root ? [root] : [], anna: annasTeam };

  const missingCount = MEMBERS - people.length;
  for (let index = 0; index < missingCount; index += 1) {
    const isAnnas = random() < (UNDER_ANNA + 1 - teams.anna.length) / (missingCount - index);
    const team = isAnnas ? teams.anna : teams.root;
    const registeredDaysAgo = round(FIRST_DAYS_AGO * (1 - (index + random()) / missingCount));
    const person = invent(pickInviter(team, registeredDaysAgo, random), registeredDaysAgo, people.length, random);
    people.push(person);
    team.push(person);
  }
  return people;
}

const EARNERS = 8;

export function demoEarners(people: readonly Person[]): string[] {
  const cast = CAST.map(({ username }) => username);
  return people
    .filter(({ username, inviter, active }) => inviter === 'anna' && active && !cast.includes(username))
    .slice(0, EARNERS)
    .map(({ username }) => username);
}

function lineOf({ inviter }: Person, above: Placed[]): number {
  return inviter === undefined ? 0 : (above.find(({ username }) => username === inviter)?.line ?? 0) + 1;
}

function pickInviter(team: Placed[], registeredDaysAgo: number, random: Random): Placed {
  const able = team.filter(
    (person) => person.line < DEEPEST_LINE && person.registeredDaysAgo > registeredDaysAgo + 0.2,
  );
  const picked = able[Math.floor(able.length * random())];
  if (!picked) throw new Error('nobody is left who could invite');
  return picked;
}

function invent(inviter: Placed, registeredDaysAgo: number, index: number, random: Random): Placed {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const { language, first, last } = pick(NAMINGS);
  const [firstWritten, firstLatin] = pick(first);
  const [lastWritten, lastLatin] = pick(last);
  return {
    username: `${firstLatin}.${lastLatin}${index}`,
    name: `${firstWritten} ${lastWritten}`,
    language,
    inviter: inviter.username,
    careerStatus: random() < 0.7 ? 'none' : pick(CAREER_STATUSES),
    active: random() < 0.92 && random() < 0.65,
    registeredDaysAgo,
    line: inviter.line + 1,
  };
}

function round(days: number): number {
  return Math.round(days * 1000) / 1000;
}
