import { type MouseEvent, useEffect, useRef, useState } from 'react';
import type { Board, Plan } from '#contracts/places.ts';
import { path } from '#domain/paths.ts';
import type { BoardFilter, Platform } from '#domain/places.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { DONE_TEXTS } from './transaction-actions.tsx';
import { narrowPlans, useBoardAddress } from './use-board-address.ts';
import { BoardSheet } from './board-sheet.tsx';
import { BoardTools } from './board-tools.tsx';
import { MyPlaces } from './my-places.tsx';
import { OpenedNotice } from './opened-notice.tsx';
import { PlanCard } from './plan-card.tsx';
import { boardPages } from './platforms.ts';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { useBoard } from './use-board.ts';
import { useNow } from './use-now.ts';

type Props = {
  platform: Platform;
  start: Board;
  filter: BoardFilter | undefined;
  renderedAt: string;
  /** Facts of the disclosure, for the sheet of a plan. */
  disclosed: string | null;
};

export const BoardScreen = withReader(function BoardScreen(props: Props) {
  const { platform, start } = props;
  const reader = useReader();
  const { t, language } = reader;
  const now = useNow(props.renderedAt);
  const { board, box, announcement, refresh, invoice, setInvoice, opened } = useBoard(platform, start, reader);
  const { position, narrow, openPlan, showTransaction, close } = useBoardAddress(language, platform, props.filter);
  const { filter } = position;
  const openItem = [...board.plans, invoice].find((item) => item && item.id === position.openId);
  const { keepCard, remember } = useOpenedCard(Boolean(openItem));
  const [wasNarrowed, setNarrowed] = useState(false);
  const plans = narrowPlans(board.plans, filter);
  const offered = board.unfinished ? undefined : board.plans.find(({ state }) => state === 'available');
  const open = (event: MouseEvent, plan: string) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    remember(plan);
    openPlan(plan);
  };
  const choose = (show: BoardFilter | undefined) => {
    setNarrowed(true);
    narrow(show);
  };
  const shared = { platform, now };
  return (
    <div ref={box} className="stack" tabIndex={-1}>
      <p className="intro">{t('places:lede')}</p>
      <p className="hidden-text" role="status">
        {announcement || (wasNarrowed && t('places:filter.shown', { number: plans.length }))}
      </p>
      {board.unfinished && (
        <UnfinishedNotice transaction={board.unfinished} onActed={(act) => showToast(t(DONE_TEXTS[act]))} {...shared} />
      )}
      {opened && <OpenedNotice transaction={opened} />}
      <BoardTools filter={filter} hasPlace={board.places.length > 0} onFilter={choose} {...shared} />
      <div className="stack ladder">
        {plans.length > 0 ? (
          <ul className="board">
            {plans.map((plan) => (
              <PlanCard
                key={plan.id}
                ref={(card) => keepCard(plan.id, card)}
                plan={plan}
                unfinished={board.unfinished}
                isOffered={plan === offered}
                onOpen={(event) => open(event, plan.id)}
                {...shared}
              />
            ))}
          </ul>
        ) : (
          <NoPlans platform={platform} filter={filter} next={offered} onOpen={open} />
        )}
        {board.places.length > 0 && <MyPlaces board={board} {...shared} />}
      </div>
      {openItem && (
        <BoardSheet
          item={openItem}
          board={board}
          announcement={announcement}
          refresh={refresh}
          onShow={(transaction) => {
            setInvoice(transaction);
            showTransaction(transaction.id);
          }}
          onClose={close}
          disclosed={props.disclosed}
          {...shared}
        />
      )}
    </div>
  );
});

type NoPlansProps = {
  platform: Platform;
  filter: BoardFilter | undefined;
  next: Plan | undefined;
  onOpen: (event: MouseEvent, plan: string) => void;
};

/** `next`: the plan to buy first, offered to members without a place. */
function NoPlans({ platform, filter, next, onOpen }: NoPlansProps) {
  const { t, language } = useReader();
  const isNewcomer = filter === 'mine' && next;
  return (
    <section className="card">
      <EmptyState title={t(isNewcomer ? 'places:none' : 'common:nothing_here')}>
        {isNewcomer ? (
          <Button
            href={path(language, 'plan', { platform, plan: next.id })}
            variant="primary"
            onClick={(event: MouseEvent) => onOpen(event, next.id)}
            data-in-place
          >
            {t('places:choose')}: {t('places:numbered', { number: next.number, title: next.title })}
          </Button>
        ) : (
          filter && <Button href={path(language, boardPages[platform])}>{t('places:filter.drop')}</Button>
        )}
      </EmptyState>
    </section>
  );
}

/** Returns the focus to the plan's card if the pressed element is gone. */
function useOpenedCard(isOpen: boolean) {
  const cards = useRef(new Map<string, HTMLElement | null>());
  const opened = useRef<string>(undefined);
  useEffect(() => {
    if (isOpen || opened.current === undefined) return;
    if (document.activeElement === document.body) cards.current.get(opened.current)?.focus();
    opened.current = undefined;
  }, [isOpen]);
  return {
    keepCard: (plan: string, card: HTMLElement | null) => void cards.current.set(plan, card),
    remember: (plan: string) => {
      opened.current = plan;
    },
  };
}
