import { type MouseEvent } from 'react';
import { path } from '#domain/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Crumbs } from '#components/ui/crumbs.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Pagination } from '#components/ui/pagination.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { MemberDrawer } from './member-drawer.tsx';
import { MemberTree, shownPersons } from './member-tree.tsx';
import { nameOf } from './persons.ts';
import type { Position } from './tree-view.ts';
import { type TeamTree, type TreeStart, useTeamTree } from './use-team-tree.ts';

export const TreeScreen = withReader(function TreeScreen(props: TreeStart) {
  const reader = useReader();
  const { t, language } = reader;
  const tree = useTeamTree(props, reader);
  const { top, position, lines, newest, state, card, section, addressOf, positionOf, step, openCard } = tree;
  const { username, line, inTeam } = top.member;
  const topLine = lines.get(username);
  const summaryOf = (of: string) => {
    const { persons, total } = lines.get(of) ?? { persons: [], total: 0 };
    return `${t('team:list.shown')} ${formatNumber(persons.length)} / ${formatNumber(total)}`;
  };
  const linkTo = (to: Position) => ({
    href: addressOf(to),
    onClick: (event: MouseEvent) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void step(to);
    },
  });
  return (
    <>
      <section
        ref={section}
        className="card flush"
        tabIndex={-1}
        aria-label={t('team:tree')}
        aria-busy={state === 'busy' || undefined}
        data-in-place
      >
        <div className="card-head">
          <TreePath tree={tree} linkTo={linkTo} />
        </div>
        {state === 'broken' && <Notice kind="bad">{t('team:list.broken')}</Notice>}
        {inTeam > 0 || line > 0 ? (
          <MemberTree key={addressOf(position)} tree={tree} />
        ) : (
          <EmptyState title={t('common:nothing_here')}>
            <p>{t('team:list.empty')}</p>
            <Button href={`${path(language, 'team')}#invite-link`}>{t('profile:first_steps.link')}</Button>
          </EmptyState>
        )}
        {inTeam > 0 && (
          <Pagination
            summary={summaryOf(username)}
            first={
              topLine?.isFromStart ? undefined : { label: t('team:list.first_page'), ...linkTo(positionOf(username)) }
            }
          />
        )}
      </section>
      <p className="hidden-text" role="status">
        {newest && summaryOf(newest)}
      </p>
      {card !== undefined && (
        <MemberDrawer
          username={card}
          persons={shownPersons(tree)}
          list={section}
          onMove={(next) => openCard(next, 'replace')}
        />
      )}
    </>
  );
});

type TreePathProps = {
  tree: TeamTree;
  linkTo: (to: Position) => { href: string; onClick: (event: MouseEvent) => void };
};

function TreePath({ tree: { me, top, positionOf }, linkTo }: TreePathProps) {
  const { t } = useReader();
  const { member, uplines, leftOut } = top;
  const steps = [...uplines, ...(member.line > 0 ? [member] : [])];
  return (
    <Crumbs
      label={t('team:path.title')}
      steps={[
        { key: me.username, words: t('team:path.me'), ...linkTo({}) },
        ...steps.map((user) => ({
          key: user.username,
          words: nameOf(user, t('common:former_member')),
          ...linkTo(positionOf(user.username)),
        })),
      ]}
      leftOut={leftOut > 0 ? t('team:path.left_out', { count: leftOut, number: formatNumber(leftOut) }) : undefined}
    />
  );
}
