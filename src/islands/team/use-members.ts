import { type Dispatch, type SetStateAction, useLayoutEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import type { Result } from '#contracts/call.ts';
import type { InputOf, OutputOf } from '#contracts/contract.ts';
import { listTeam, TEAM_PAGE_MAX } from '#contracts/team.ts';
import { showAddress } from '#stores/current-url.ts';
import type { Reader } from '#i18n/reader.ts';
import { useChanges } from '#islands/shared/use-changes.ts';
import { useNewest } from '#islands/shared/use-newest.ts';
import { type PackedPerson, type Person, personOf, unpack } from './persons.ts';
import { fromStart, rowLimit, teamAddress, type TeamQuery, without } from './team-query.ts';

/** `after`: loaded rows to which more are added. */
type MembersRequest = { query: TeamQuery; after?: MemberRows | undefined };
type FocusedRows = MemberRows & { hadFocus?: boolean; focus?: { row: number; scrolls: boolean } | undefined };

/** Old rows stay until new ones arrive. Only the newest request counts; the address changes at once. */
export function useMembers(start: PackedRows, startQuery: TeamQuery, { language, timeZone }: Reader) {
  const [rows, setRows] = useState<FocusedRows>(() => ({ ...start, persons: start.persons.map(unpack) }));
  const [request, setRequest] = useState<MembersRequest>({ query: startQuery });
  const [state, setState] = useState<'still' | 'busy' | 'broken'>('still');
  const list = useRef<HTMLDivElement>(null);
  const begin = useNewest();

  const load = async ({ query, after }: MembersRequest) => {
    const isNewest = begin();
    setState('busy');
    const loaded = after ? await loadMore(query, after, timeZone) : await loadRows(query, timeZone);
    if (!isNewest()) return;
    setState(loaded ? 'still' : 'broken');
    if (!loaded) return;
    const hadFocus = list.current?.contains(document.activeElement) ?? false;
    const focus = query.shown ? { row: after?.persons.length ?? 0, scrolls: false } : { row: 0, scrolls: true };
    setRows({ ...loaded, hadFocus, focus: after && focus });
  };
  useRowsFocus(list, rows);
  const newcomers = useNewcomers(rows, timeZone, setRows);

  return {
    list,
    rows,
    newcomers,
    state,
    query: request.query,
    show(query: TeamQuery, step: 'push' | 'replace' | 'none', after?: MemberRows) {
      const address = teamAddress(language, query);
      if (step !== 'none' && address !== location.pathname + location.search) showAddress(address, step);
      setRequest({ query, after });
      void load({ query, after });
    },
    retry: () => void load(request),
  };
}

/** Asks for the shown rows again after registrations. New ones wait until they are shown, except in an empty list. */
function useNewcomers(rows: FocusedRows, timeZone: string, setRows: Dispatch<SetStateAction<FocusedRows>>) {
  const [update, setUpdate] = useState<{ first: Person | undefined; after: MemberRows }>();
  // More rows keep the first one, other rows have their own.
  const after = update?.first === rows.persons[0] ? update?.after : undefined;
  const newcomers = after ? missingIn(rows.persons, after.persons) : [];
  const count = newcomers.length;
  /** No shown row is among them, so there may be others in between. */
  const hasMore = after?.next !== null && count === after?.persons.length;
  useChanges(['registrations'], async () => {
    if (hasMore) return;
    const { used, errors } = rows;
    const answer = await call(listTeam, inputOf(used), { isUnasked: true });
    if (!answer?.success) return;
    const { items, next } = answer.data;
    const fresh = { persons: items.map((item) => personOf(item, timeZone)), next, used, errors };
    if (rows.persons.length > 0) setUpdate({ first: rows.persons[0], after: fresh });
    else setRows((now) => (now === rows ? fresh : now));
  });
  if (!after || count === 0) return undefined;
  const show = () => {
    // The rows may have grown since; together they stay bounded.
    const isLonger = Math.min(rows.persons.length, TEAM_PAGE_MAX) > after.persons.length;
    const persons = [...after.persons, ...missingIn(after.persons, rows.persons)];
    const shown = isLonger && !hasMore ? { ...rows, persons } : after;
    const row = after.persons.findIndex((person) => person === newcomers[0]);
    setRows({ ...shown, hadFocus: true, focus: { row, scrolls: true } });
  };
  return { count, hasMore, show };
}

function missingIn(shown: readonly Person[], persons: readonly Person[]): Person[] {
  return persons.filter(({ username }) => shown.every((person) => person.username !== username));
}

/** Focuses the first added row. Otherwise keeps the focus in the list, if it was there. */
function useRowsFocus(list: { readonly current: HTMLElement | null }, rows: FocusedRows): void {
  useLayoutEffect(() => {
    const { hadFocus, focus } = rows;
    const isStill = list.current?.contains(document.activeElement);
    if (focus) {
      const row = list.current?.querySelectorAll<HTMLElement>('tbody .user')[focus.row];
      row?.focus({ preventScroll: !focus.scrolls });
    } else if (hadFocus && !isStill) list.current?.focus({ preventScroll: true });
  }, [list, rows]);
}

type Rows<Row> = {
  persons: readonly Row[];
  next: string | null;
  used: TeamQuery;
  errors: Record<string, string[]>;
};

export type PackedRows = Rows<PackedPerson>;
export type MemberRows = Rows<Person>;

async function loadRows(query: TeamQuery, timeZone: string): Promise<MemberRows | undefined> {
  const { answer, used, errors } = await findMembers((input) => call(listTeam, input), query);
  if (!answer?.success) return undefined;
  const { items, next } = answer.data;
  return { persons: items.map((item) => personOf(item, timeZone)), next, used, errors };
}

async function loadMore(query: TeamQuery, before: MemberRows, timeZone: string): Promise<MemberRows | undefined> {
  const { persons, next, used } = before;
  if (next === null || query.shown === undefined) return loadRows(query, timeZone);
  const rest = { ...fromStart(used), cursor: next, limit: String(rowLimit(query) - persons.length) };
  const answer = await call(listTeam, rest as never);
  if (!answer?.success) return undefined;
  const more = answer.data.items.map((item) => personOf(item, timeZone));
  return { persons: [...persons, ...more], next: answer.data.next, used: query, errors: {} };
}

type TeamPage = OutputOf<typeof listTeam>;

type FoundMembers<Answer> = {
  answer: Answer;
  used: TeamQuery;
  errors: Record<string, string[]>;
};

/** On `invalid`, drops the invalid filters and the cursor and asks once more. */
export async function findMembers<Answer extends Result<TeamPage> | undefined>(
  list: (input: InputOf<typeof listTeam>) => Promise<Answer>,
  query: TeamQuery,
): Promise<FoundMembers<Answer>> {
  const answer = await list(inputOf(query));
  if (!answer || answer.success || answer.error.code !== 'invalid') return { answer, used: query, errors: {} };
  const errors = answer.error.fields ?? {};
  const used = without(query, 'cursor', ...Object.keys(errors));
  return { answer: await list(inputOf(used)), used, errors: without(errors, 'cursor') as Record<string, string[]> };
}

function inputOf(query: TeamQuery): InputOf<typeof listTeam> {
  return { ...without(query, 'shown'), limit: String(rowLimit(query)) } as InputOf<typeof listTeam>;
}
