import type { Day } from '#domain/days.ts';
import type { ReaderProps } from '#i18n/reader.ts';
import { useReader } from '../use-reader.ts';
import { GrowthCard, TotalsCard } from './numbers-cards.tsx';
import { type Growth, type Totals, useNumbers } from './use-numbers.ts';
import { InviteLink } from './invite-link.tsx';
import type { PackedRows } from './use-members.ts';
import { MemberDrawer } from './member-drawer.tsx';
import { Members } from './members.tsx';
import type { TeamQuery } from './team-query.ts';
import { type Text, TEXTS } from './texts.ts';
import { useTeam } from './use-team.ts';

type Props = ReaderProps<Text> & {
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
export function TeamScreen(props: Props) {
  const reader = useReader(TEXTS, props);
  const { totals, growth } = useNumbers(props);
  const team = useTeam(props.rows, props.asked, reader);
  const { members, card, linkTo, openCard } = team;
  return (
    <>
      <InviteLink link={props.link} reader={reader} />
      <TotalsCard totals={totals} growth={growth} weekStart={props.weekStart} linkTo={linkTo} reader={reader} />
      <Members team={team} totals={totals} today={props.today} weekStart={props.weekStart} reader={reader} />
      <GrowthCard growth={growth} reader={reader} />
      {card !== undefined && (
        <MemberDrawer
          username={card}
          persons={members.shown.persons}
          list={members.list}
          reader={reader}
          onMove={(username) => openCard(username, 'replace')}
        />
      )}
    </>
  );
}
