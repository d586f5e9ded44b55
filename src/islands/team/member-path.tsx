import type { MouseEvent } from 'react';
import type { MemberCard } from '#contracts/profile.ts';
import { roleLook } from '#domain/career-status.ts';
import { path } from '#domain/paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { Button } from '#components/ui/button.tsx';
import { UserCard } from '#components/ui/user-card.tsx';
import { isPlainClick } from '#islands/shared/in-place.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import type { Member } from './use-member.ts';

type Props = {
  member: Member;
  me?: MemberCard;
  onOpen?: (username: string) => void;
};

export function MemberPath({ member, me, onOpen }: Props) {
  const { t, language } = useReader();
  const { first, left_out: leftOut, last } = member.path;
  const stepTo = (user: MemberCard, line: number, isHere = false) => (
    <Step
      key={user.username}
      user={user}
      href={isHere ? undefined : path(language, 'teamMember', { username: user.username })}
      onOpen={onOpen}
      words={t('team:chips.line', { line })}
    />
  );
  return (
    <section className="card flush">
      <div className="card-head">
        <h2>{t('team:path.title')}</h2>
        <Button href={path(language, 'teamTree', { at: member.username })} icon="tree" variant="plain">
          {t('team:tree')}
        </Button>
      </div>
      <ol className="rows">
        {me && <Step user={me} href={path(language, 'team')} words={t('team:path.me')} />}
        {first.map((user, index) => stepTo(user, index + 1))}
        {leftOut > 0 && (
          <li className="muted">{t('team:path.left_out', { count: leftOut, number: formatNumber(leftOut) })}</li>
        )}
        {last.map((user, index) => stepTo(user, member.line - last.length + index))}
        {stepTo(member, member.line, true)}
      </ol>
    </section>
  );
}

type StepProps = {
  user: MemberCard;
  href: string | undefined;
  words: string;
  onOpen?: ((username: string) => void) | undefined;
};

function Step({ user, href, words, onOpen }: StepProps) {
  const { t } = useReader();
  const { tier } = roleLook(user.career_status);
  const open = (event: MouseEvent) => {
    if (!onOpen || !isPlainClick(event)) return;
    event.preventDefault();
    onOpen(user.username);
  };
  return (
    <li>
      <span className="grow">
        <UserCard
          user={user}
          tier={tier === 'default' ? undefined : tier}
          href={href}
          onClick={open}
          former={t('common:former_member')}
        />
      </span>
      <small className="muted">{words}</small>
    </li>
  );
}
