import { useState } from 'react';
import type { Plan } from '#contracts/places.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import { BOARD_FILTERS, type BoardFilter, type Platform } from '#domain/places.ts';
import { showAddress } from '#stores/current-url.ts';
import { usePopstate } from '#islands/shared/in-place.ts';
import { boardPages } from './platforms.ts';

/** `openId`: id of the plan or transaction open over the board. */
type Position = { filter: BoardFilter | undefined; openId: string | undefined };

/** History state of addresses that were opened from the board. */
const FROM_BOARD = { isFromBoard: true };

export function useBoardAddress(language: Language, platform: Platform, filter: BoardFilter | undefined) {
  const [position, setPosition] = useState<Position>({ filter, openId: undefined });
  const board = (show?: BoardFilter) => path(language, boardPages[platform], { show });
  const planAt = (plan: string) => path(language, 'plan', { platform, plan });
  const transactionAt = (id: string) => path(language, 'transaction', { id });

  usePopstate(() => {
    const { pathname, search } = location;
    const prefix = [planAt(''), transactionAt('')].find((start) => pathname.startsWith(start));
    if (prefix) setPosition({ ...position, openId: decodeURIComponent(pathname.slice(prefix.length)) });
    else setPosition({ filter: readBoardFilter(new URLSearchParams(search)), openId: undefined });
  });

  return {
    position,
    narrow: (show: BoardFilter | undefined) => {
      showAddress(board(show), 'push');
      setPosition({ filter: show, openId: undefined });
    },
    openPlan: (plan: string) => {
      showAddress(planAt(plan), 'push', FROM_BOARD);
      setPosition({ ...position, openId: plan });
    },
    showTransaction: (id: string) => {
      showAddress(transactionAt(id), 'replace', FROM_BOARD);
      setPosition({ ...position, openId: id });
    },
    close: () => {
      if ((history.state as { isFromBoard?: boolean } | null)?.isFromBoard) return history.back();
      showAddress(board(position.filter), 'replace');
      setPosition({ ...position, openId: undefined });
    },
  };
}

export function readBoardFilter(params: URLSearchParams): BoardFilter | undefined {
  return BOARD_FILTERS.find((filter) => filter === params.get('show'));
}

export function narrowPlans(plans: readonly Plan[], filter: BoardFilter | undefined): readonly Plan[] {
  return filter ? plans.filter(tests[filter]) : plans;
}

const tests: Record<BoardFilter, (plan: Plan) => boolean> = {
  mine: ({ place, state }) => place !== null || state === 'awaiting_payment' || state === 'confirming',
  available: ({ state }) => state === 'available',
};
