import { useLayoutEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import type { Result } from '#contracts/call.ts';
import type { InputOf, OutputOf } from '#contracts/contract.ts';
import { listTeam } from '#contracts/team.ts';
import { showAddress } from '#stores/current-url.ts';
import type { Reader } from '#i18n/reader.ts';
import { type PackedPerson, type Person, personOf, unpack } from './persons.ts';
import { fromStart, rowLimit, teamAddress, type TeamQuery, without } from './team-query.ts';

/** `after`: loaded rows to which more are added. */
type MembersRequest = { query: TeamQuery; after?: MemberRows | undefined };
type FocusedRows = MemberRows & { hadFocus?: boolean; firstNew?: number | undefined };

/** Old rows stay until new ones arrive. Only the newest request counts; the address changes at once. */
export function useMembers(start: PackedRows, startQuery: TeamQuery, { language, timeZone }: Reader) {
  const [rows, setRows] = useState<FocusedRows>(() => ({ ...start, persons: start.persons.map(unpack) }));
  const [request, setRequest] = useState<MembersRequest>({ query: startQuery });
  const [state, setState] = useState<'still' | 'busy' | 'broken'>('still');
  const list = useRef<HTMLDivElement>(null);
  const newest = useRef(0);

  const load = async ({ query, after }: MembersRequest) => {
    newest.current += 1;
    const requestId = newest.current;
    setState('busy');
    const loaded = after ? await loadMore(query, after, timeZone) : await loadRows(query, timeZone);
    if (requestId !== newest.current) return;
    setState(loaded ? 'still' : 'broken');
    if (!loaded) return;
    const hadFocus = list.current?.contains(document.activeElement) ?? false;
    setRows({ ...loaded, hadFocus, firstNew: after && (query.shown ? after.persons.length : 0) });
  };
  useRowsFocus(list, rows);

  return {
    list,
    rows,
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

/** Focuses the first added row. Otherwise keeps the focus in the list, if it was there. */
function useRowsFocus(list: { readonly current: HTMLElement | null }, rows: FocusedRows): void {
  useLayoutEffect(() => {
    const { hadFocus, firstNew } = rows;
    const isStill = list.current?.contains(document.activeElement);
    if (firstNew !== undefined) {
      const row = list.current?.querySelectorAll<HTMLElement>('tbody .user')[firstNew];
      row?.focus({ preventScroll: firstNew > 0 });
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
