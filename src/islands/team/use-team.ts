import { type MouseEvent, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { pageAt, path } from '#domain/paths.ts';
import { showAddress } from '#stores/current-url.ts';
import type { Reader } from '#i18n/reader.ts';
import { hasChanges } from '#islands/shared/form-changes.ts';
import { isPlainClick, usePopstate } from '#islands/shared/in-place.ts';
import { fromStart, readTeamQuery, teamAddress, type TeamQuery } from './team-query.ts';
import { type PackedRows, useMembers } from './use-members.ts';

/** Keys that follow within this time share one request. */
const TYPING_MS = 80;

type How = {
  isMore?: boolean;
  isElsewhere?: boolean;
};

export type LinkTo = (query: TeamQuery, how?: How) => { href: string; onClick: (event: MouseEvent) => void };

export function useTeam(start: PackedRows, asked: TeamQuery, reader: Reader) {
  const { language } = reader;
  const members = useMembers(start, asked, reader);
  const { later, hurry, drop } = useLater();
  const form = useRef<HTMLFormElement>(null);
  const section = useRef<HTMLElement>(null);
  const [typed, setTyped] = useState(asked.search ?? '');
  const [card, setCard] = useState<string>();
  /** Keys typed in a row make one history entry. */
  const isTyping = useRef(false);

  const fill = (query: TeamQuery) => {
    drop();
    isTyping.current = false;
    if (form.current) fillTexts(form.current, query);
    setTyped(query.search ?? '');
  };
  const showForm = (isText: boolean) => {
    const query = form.current && queryIn(form.current);
    if (!query || (isSame(query, members.asked) && members.state !== 'broken')) return;
    members.show(query, isText && isTyping.current ? 'replace' : 'push');
    isTyping.current = isText;
  };
  const latest = useRef(showForm);
  useEffect(() => {
    latest.current = showForm;
  });
  const change = (isText: boolean) => {
    const box = form.current?.elements.namedItem('search');
    if (box instanceof HTMLInputElement) setTyped(box.value);
    later(() => latest.current(isText), isText ? TYPING_MS : 0);
  };
  const follow = () => {
    const username = cardAt(location.pathname);
    setCard(username);
    const query = readTeamQuery(new URLSearchParams(location.search));
    if (username !== undefined || isSame(query, members.asked)) return;
    fill(query);
    members.show(query, 'none');
  };
  usePopstate(follow);
  const catchUp = useEffectEvent(() => {
    follow();
    if (!form.current || !hasChanges(form.current)) return;
    // Invalid values are in no field, so compare with the valid query.
    if (!isSame(queryIn(form.current), fromStart(members.shown.used))) change(true);
  });
  useEffect(() => {
    const first = setTimeout(() => catchUp());
    return () => clearTimeout(first);
  }, []);

  const linkTo: LinkTo = (query, { isMore = false, isElsewhere = false } = {}) => ({
    href: `${teamAddress(language, query)}${isMore ? '#more' : '#members'}`,
    onClick(event) {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      fill(query);
      members.show(query, 'push', isMore ? members.shown : undefined);
      if (isElsewhere) section.current?.focus();
    },
  });
  const openCard = useCallback(
    (username: string, step: 'push' | 'replace') => {
      hurry();
      showAddress(path(language, 'teamMember', { username }), step);
      setCard(username);
    },
    [hurry, language],
  );
  return { members, form, section, typed, card, change, linkTo, openCard };
}

function isSame(a: TeamQuery, b: TeamQuery): boolean {
  return teamAddress('en', a) === teamAddress('en', b);
}

function cardAt(pathname: string): string | undefined {
  const [, ...segments] = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  return pageAt(segments) === 'teamMember' ? segments.at(-1) : undefined;
}

/** Delays an action; a newer one replaces it. */
function useLater() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const due = useRef<() => void>(undefined);
  return useMemo(() => {
    const drop = () => {
      clearTimeout(timer.current);
      due.current = undefined;
    };
    const hurry = () => {
      const act = due.current;
      drop();
      act?.();
    };
    const later = (act: () => void, waitMs: number) => {
      drop();
      due.current = act;
      timer.current = setTimeout(hurry, waitMs);
    };
    return { later, hurry, drop };
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
