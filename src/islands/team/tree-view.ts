import type { OutputOf } from '#contracts/contract.ts';
import type { MemberCard } from '#contracts/profile.ts';
import type { listLine } from '#contracts/team.ts';
import { normaliseUsername } from '#domain/identity.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { type PackedPerson, type Person, personOf } from './persons.ts';
import type { Member } from './use-member.ts';

/** `at`: member at the top; without it, me. `cursor`: their line starts after it. */
export type Position = { at?: string | undefined; cursor?: string | undefined };

export function readPosition(params: URLSearchParams, me: string): Position {
  const at = normaliseUsername(params.get('at') ?? '');
  return { at: at === me ? undefined : at || undefined, cursor: params.get('cursor') || undefined };
}

export function treeAddress(language: Language, { at, cursor }: Position): string {
  return path(language, 'teamTree', { at, cursor });
}

export type Me = MemberCard & { active: boolean };
export type TreeMember = Omit<Person, 'realEstate' | 'since'>;

type LineOf<Row> = {
  persons: readonly Row[];
  next: string | null;
  /** Number of members in the whole line. */
  total: number;
  /** Whether it starts with the first member. */
  isFromStart: boolean;
};
export type Line = LineOf<Person>;
export type PackedLine = LineOf<PackedPerson>;

/** Adds to the rows of `before`, if given. */
export function lineOf(
  { items, next, first_line: total }: OutputOf<typeof listLine>,
  timeZone: string,
  { isFromStart, before = [] }: { isFromStart: boolean; before?: readonly Person[] },
): Line {
  const persons = items.map((item) => personOf(item, timeZone));
  return { persons: [...before, ...persons], next, total, isFromStart };
}

/** The member at the top, and the uplines between me and them that are named. */
export type Top = { member: TreeMember; leftOut: number; uplines: readonly MemberCard[] };

const UPLINES = 3;

export function topOf(me: Me, member: Member | undefined, inTeam: number, timeZone: string): Top {
  if (!member) {
    const { active: isActive, ...card } = me;
    return { member: { ...card, line: 0, inTeam, isActive }, leftOut: 0, uplines: [] };
  }
  const { realEstate: _, since: __, ...person } = personOf(member, timeZone);
  const { first, last } = member.path;
  const uplines = [...first, ...last].slice(-UPLINES);
  return { member: person, leftOut: member.line - 1 - uplines.length, uplines };
}
