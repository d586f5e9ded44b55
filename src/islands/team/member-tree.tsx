import type { MouseEvent } from 'react';
import { TEAM_PAGE_MAX } from '#contracts/team.ts';
import { roleLook } from '#domain/career-status.ts';
import { path } from '#domain/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useTree } from '#islands/shared/use-tree.ts';
import { nameOf, type Person } from './persons.ts';
import type { Line, TreeMember } from './tree-view.ts';
import type { TeamTree } from './use-team-tree.ts';

/** Lines that open in place. Further down a step leads in, because a phone has no room to indent more. */
const LINES = 4;

type Keys = Omit<ReturnType<typeof useTree>, 'tree'>;

export function MemberTree({ tree }: { tree: TeamTree }) {
  const { t } = useReader();
  const { tree: list, ...keys } = useTree(tree.top.member.username, tree.takesFocus);
  return (
    <ul ref={list} className="tree inset" role={keys.isAwake ? 'tree' : undefined} aria-label={t('team:tree')}>
      <Branch tree={tree} keys={keys} member={tree.top.member} depth={0} />
    </ul>
  );
}

type BranchProps = {
  tree: TeamTree;
  keys: Keys;
  member: TreeMember;
  depth: number;
  /** Undefined where the line starts somewhere in between. */
  place?: { index: number; of: number } | undefined;
};

function Branch({ tree, keys, member, depth, place }: BranchProps) {
  const { t } = useReader();
  const { username, inTeam } = member;
  const line = openLine(tree, member, depth);
  const open = () => (depth < LINES ? tree.open(username) : tree.step(tree.positionOf(username)));
  const close = () => tree.close(username);
  const toggle = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    keys.focus(username);
    if (line) close();
    else void open();
  };
  const item = keys.itemProps({
    id: username,
    label: wordsOf(member, t),
    isExpanded: inTeam > 0 ? Boolean(line) : undefined,
    ...(inTeam > 0 && { onOpen: () => void open() }),
    ...(depth > 0 && { onClose: close }),
  });
  return (
    <li {...item} {...(item && placeOf(depth, place))}>
      <MemberRow tree={tree} member={member} depth={depth} tabIndex={keys.isAwake ? -1 : undefined} onToggle={toggle} />
      {line && (
        <ul role={keys.isAwake ? 'group' : undefined}>
          {line.persons.map((person, index) => (
            <Branch
              key={person.username}
              tree={tree}
              keys={keys}
              member={person}
              depth={depth + 1}
              place={line.isFromStart ? { index, of: line.total } : undefined}
            />
          ))}
          {line.next !== null && <More tree={tree} keys={keys} username={username} line={line} depth={depth + 1} />}
        </ul>
      )}
    </li>
  );
}

function openLine({ lines }: TeamTree, { username }: TreeMember, depth: number): Line | undefined {
  return depth < LINES ? lines.get(username) : undefined;
}

function placeOf(depth: number, place: BranchProps['place']) {
  return { 'aria-level': depth + 1, 'aria-posinset': place && place.index + 1, 'aria-setsize': place?.of };
}

type MemberRowProps = Pick<BranchProps, 'tree' | 'member' | 'depth'> & {
  tabIndex: number | undefined;
  onToggle: (event: MouseEvent) => void;
};

function MemberRow({ tree, member, depth, tabIndex, onToggle }: MemberRowProps) {
  const { t, language } = useReader();
  const { username, line, inTeam, isActive } = member;
  const { tier } = roleLook(member.career_status);
  const former = t('common:former_member');
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    tree.openCard(username, 'push');
  };
  const below = `${t('team:columns.in_team')} ${formatNumber(inTeam)}`;
  const number = (
    <>
      <Icon name="team" size="small" />
      {formatNumber(inTeam)}
    </>
  );
  return (
    <div className="member">
      <UserCard
        user={member}
        tier={tier === 'default' ? undefined : tier}
        href={line > 0 ? path(language, 'teamMember', { username }) : undefined}
        onClick={open}
        former={former}
        tabIndex={tabIndex}
      />
      {depth > 0 && inTeam > 0 && (
        <Button
          href={tree.addressOf(tree.positionOf(username))}
          variant="plain"
          aria-label={`${below}: ${nameOf(member, former)}`}
          tabIndex={tabIndex}
          onClick={onToggle}
        >
          {number}
          <Icon name={depth < LINES ? 'chevron' : 'tree'} size="small" />
        </Button>
      )}
      {depth === 0 && (
        <span className="row">
          {number}
          <span className="hidden-text">{below}</span>
        </span>
      )}
      {!isActive && <Badge kind="off">{t('common:not_active')}</Badge>}
    </div>
  );
}

type MoreProps = Pick<BranchProps, 'tree' | 'keys' | 'depth'> & { username: string; line: Line };

/** The rest of a line; an item of the tree, so that the arrows reach it. */
function More({ tree, keys, depth, username, line }: MoreProps) {
  const { t } = useReader();
  const { persons, next, total, isFromStart } = line;
  const rest = tree.positionOf(username, next ?? undefined);
  const label = t('team:list.show_more');
  const show = async (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (persons.length >= TEAM_PAGE_MAX) return tree.step(rest);
    const longer = await tree.open(username, line);
    const first = longer?.persons[persons.length];
    if (first) keys.focus(first.username);
  };
  const item = keys.itemProps({ id: `more ${username}`, label, isExpanded: undefined });
  const place = isFromStart ? { index: persons.length, of: Math.max(total, persons.length + 1) } : undefined;
  return (
    <li {...item} {...(item && placeOf(depth, place))}>
      <Button href={tree.addressOf(rest)} variant="plain" tabIndex={keys.isAwake ? -1 : undefined} onClick={show}>
        {label}
      </Button>
    </li>
  );
}

function wordsOf(member: TreeMember, t: Reader['t']): string {
  const { username, is_former: isFormer, inTeam, isActive } = member;
  const words = [
    nameOf(member, t('common:former_member')),
    !isFormer && `@${username}`,
    `${t('team:columns.in_team')} ${formatNumber(inTeam)}`,
    !isActive && t('common:not_active'),
  ];
  return words.filter(Boolean).join(' ');
}

/** In the order of the rows. */
export function shownPersons(tree: TeamTree, member = tree.top.member, depth = 0): Person[] {
  const { persons = [] } = openLine(tree, member, depth) ?? {};
  return persons.flatMap((person) => [person, ...shownPersons(tree, person, depth + 1)]);
}
