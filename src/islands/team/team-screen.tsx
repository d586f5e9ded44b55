import type { Day } from '#domain/days.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { GrowthCard, TotalsCard } from './numbers-cards.tsx';
import { type Growth, type Totals, useNumbers } from './use-numbers.ts';
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
  rows: PackedRows;
  /** What the address asks for; `rows.used` is what of it they were found by. */
  asked: TeamQuery;
  /** The last day anybody can have registered on. */
  today: Day;
  /** From 0, which is Sunday. */
  weekStart: number;
};

/** Everybody below a member: how many they are, who they are, and the link that brings others. */
export const TeamScreen = withReader(function TeamScreen(props: Props) {
  const reader = useReader();
  const { totals, growth } = useNumbers(props);
  const team = useTeam(props.rows, props.asked, reader);
  const { members, card, linkTo, openCard } = team;
  return (
    <>
      <InviteLink link={props.link} />
      <TotalsCard totals={totals} growth={growth} weekStart={props.weekStart} linkTo={linkTo} />
      <Members team={team} totals={totals} today={props.today} weekStart={props.weekStart} />
      <GrowthCard growth={growth} />
      {card !== undefined && (
        <MemberDrawer
          username={card}
          persons={members.shown.persons}
          list={members.list}
          onMove={(username) => openCard(username, 'replace')}
        />
      )}
    </>
  );
});
