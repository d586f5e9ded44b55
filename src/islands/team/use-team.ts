import { type MouseEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { path } from '#domain/paths.ts';
import { showAddress } from '#stores/current-url.ts';
import type { Reader } from '#i18n/reader.ts';
import { hasChanges } from '#islands/shared/form-changes.ts';
import { isPlainClick, usePopstate } from '#islands/shared/in-place.ts';
import { cardAt } from './card-address.ts';
import { fromStart, readTeamQuery, teamAddress, type TeamQuery } from './team-query.ts';
import { type PackedRows, useMembers } from './use-members.ts';

/** Keys that follow within this time share one request. */
const TYPING_MS = 80;

type LinkOptions = {
  isMore?: boolean;
  isElsewhere?: boolean;
};

export type LinkTo = (
  query: TeamQuery,
  options?: LinkOptions,
) => { href: string; onClick: (event: MouseEvent) => void };

export function useTeam(start: PackedRows, startQuery: TeamQuery, reader: Reader) {
  const { language } = reader;
  const members = useMembers(start, startQuery, reader);
  const { schedule, runNow, cancel } = useDelayedAction();
  const form = useRef<HTMLFormElement>(null);
  const section = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState(startQuery.search ?? '');
  const [card, setCard] = useState<string>();
  /** Keys typed in a row make one history entry. */
  const isTyping = useRef(false);

  const fill = (query: TeamQuery) => {
    cancel();
    isTyping.current = false;
    if (form.current) fillTexts(form.current, query);
    setTyped(query.search ?? '');
  };
  const showForm = (isText: boolean) => {
    const query = form.current && queryIn(form.current);
    if (!query || (isSame(query, members.query) && members.state !== 'broken')) return;
    members.show(query, isText && isTyping.current ? 'replace' : 'push');
    isTyping.current = isText;
  };
  const latest = useRef(showForm);
  useEffect(() => {
    latest.current = showForm;
  });
  const change = (isText: boolean) => {
    const input = form.current?.elements.namedItem('search');
    if (input instanceof HTMLInputElement) setTyped(input.value);
    schedule(() => latest.current(isText), isText ? TYPING_MS : 0);
  };
  const follow = () => {
    const username = cardAt(location.pathname);
    setCard(username);
    const query = readTeamQuery(new URLSearchParams(location.search));
    if (username !== undefined || isSame(query, members.query)) return;
    fill(query);
    members.show(query, 'none');
  };
  usePopstate(follow);
  const catchUp = useEffectEvent(() => {
    follow();
    if (!form.current || !hasChanges(form.current)) return;
    // Invalid values are in no field, so compare with the valid query.
    if (!isSame(queryIn(form.current), fromStart(members.rows.used))) change(true);
  });
  useEffect(() => {
    const timer = setTimeout(() => catchUp());
    return () => clearTimeout(timer);
  }, []);

  const linkTo: LinkTo = (query, { isMore = false, isElsewhere = false } = {}) => ({
    href: `${teamAddress(language, query)}${isMore ? '#more' : '#members'}`,
    onClick(event) {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      fill(query);
      members.show(query, 'push', isMore ? members.rows : undefined);
      if (isElsewhere) section.current?.focus();
    },
  });
  const openCard = useCallback(
    (username: string, step: 'push' | 'replace') => {
      runNow();
      showAddress(path(language, 'teamMember', { username }), step);
      setCard(username);
    },
    [runNow, language],
  );
  return { members, form, section, typed, card, change, linkTo, openCard };
}

function isSame(a: TeamQuery, b: TeamQuery): boolean {
  return teamAddress('en', a) === teamAddress('en', b);
}

/** Delays an action; a newer one replaces it. */
function useDelayedAction() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<() => void>(undefined);
  return useMemo(() => {
    const cancel = () => {
      clearTimeout(timer.current);
      pending.current = undefined;
    };
    const runNow = () => {
      const act = pending.current;
      cancel();
      act?.();
    };
    const schedule = (act: () => void, waitMs: number) => {
      cancel();
      pending.current = act;
      timer.current = setTimeout(runNow, waitMs);
    };
    return { schedule, runNow, cancel };
  }, []);
}

function queryIn(form: HTMLFormElement): TeamQuery {
  const values = [...new FormData(form)].filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return readTeamQuery(new URLSearchParams(values));
}

/** Fills text fields only; selects and dates follow their props. */
function fillTexts(form: HTMLFormElement, query: TeamQuery): void {
  for (const name of ['search', 'line'] as const) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement) control.value = query[name] ?? '';
  }
}
