import { Fragment } from 'react';
import { consolePath } from '#domain/console-paths.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = { username: string; page?: 'member' | 'memberTeam' };

export function MemberLink({ username, page = 'member' }: Props) {
  return (
    <a className="link" href={consolePath(page, { username })}>
      {username}
    </a>
  );
}

/** Above a list of one member. */
export function OfMember({ username }: { username: string }) {
  const { t } = useReader();
  return (
    <p className="tools">
      {t('console_members:card.title')}: <MemberLink username={username} />
    </p>
  );
}

type UplineProps = Pick<Props, 'page'> & { above: readonly string[]; depth: number };

/** Nearest first; says how many are farther up. */
export function Upline({ above, depth, page }: UplineProps) {
  const { t } = useReader();
  const rest = depth - above.length;
  if (above.length === 0) return '—';
  return (
    <>
      {above.map((username, index) => (
        <Fragment key={username}>
          {index > 0 && ' › '}
          <MemberLink username={username} {...(page && { page })} />
        </Fragment>
      ))}
      {rest > 0 && ` › ${t('console_members:card.farther_up', { count: rest })}`}
    </>
  );
}
