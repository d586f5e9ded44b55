import type { Day } from '#domain/days.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { GrowthCard, TotalsCard } from './numbers-cards.tsx';
import { type Growth, type Totals, useNumbers } from './use-numbers.ts';
import { HandLink } from './hand-link.tsx';
import { InviteLink } from './invite-link.tsx';
import type { PackedRows } from './use-members.ts';
import { MemberDrawer } from './member-drawer.tsx';
import { Members } from './members.tsx';
import type { TeamQuery } from './team-query.ts';
import { useTeam } from './use-team.ts';

type Props = {
  link: string;
  totals: Totals;
  growth: Growth;
  /** First-line members who need a hand. */
  hand: number;
  rows: PackedRows;
  /** Query of the address; `rows.used` is its valid part. */
  query: TeamQuery;
  today: Day;
  /** 0 is Sunday. */
  weekStart: number;
};

export const TeamScreen = withReader(function TeamScreen(props: Props) {
  const reader = useReader();
  const { totals, growth } = useNumbers(props);
  const team = useTeam(props.rows, props.query, reader);
  const { members, card, linkTo, openCard } = team;
  return (
    <>
      <div className="stack numbers">
        <InviteLink link={props.link} />
        <HandLink count={props.hand} where="wide" />
        <TotalsCard totals={totals} growth={growth} weekStart={props.weekStart} linkTo={linkTo} />
        <GrowthCard growth={growth} />
      </div>
      <Members team={team} totals={totals} hand={props.hand} today={props.today} weekStart={props.weekStart} />
      {card !== undefined && (
        <MemberDrawer
          username={card}
          persons={members.rows.persons}
          list={members.list}
          onMove={(username) => openCard(username, 'replace')}
        />
      )}
    </>
  );
});
