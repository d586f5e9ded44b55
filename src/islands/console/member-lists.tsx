import type { MemberCard } from '#contracts/console/members.ts';
import { consolePath } from '#domain/console-paths.ts';
import { textName } from '#domain/notices.ts';
import { type Reader, whenOf } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import type { MemberText } from './member-texts.ts';
import { PlainTable } from './plain-table.tsx';

type Props = { member: MemberCard; reader: Reader<MemberText> };

/** The latest of everything that a member has and did, and of what was done to them. */
export function MemberLists({ member, reader }: Props) {
  const { t } = reader;
  const none = t('console_members:card.none');
  const when = (at: string | null) =>
    at && (
      <time className="nowrap" dateTime={at}>
        {whenOf(at, reader)}
      </time>
    );
  const { places, sessions, withdrawals, transactions, support, mails, log } = member;
  const isMember = member.state !== 'waiting';
  return (
    <>
      {isMember && (
        <>
          <PlainTable
            {...{ id: 'withdrawals', title: t('console_members:card.withdrawals'), none, rows: withdrawals }}
            rowId={({ id }) => id}
            columns={[
              {
                label: t('console_members:card.requested'),
                cell: ({ id, at }) => (
                  <a className="link" href={consolePath('withdrawal', { id })}>
                    {when(at)}
                  </a>
                ),
              },
              { label: t('console_members:card.amount'), isNumber: true, cell: ({ amount }) => amount },
              {
                label: t('console_members:members.state'),
                cell: ({ state }) => <Badge>{t(`console:withdrawals.states.${state}`)}</Badge>,
              },
            ]}
          />
          <PlainTable
            {...{ id: 'transactions', title: t('console_members:card.transactions'), none, rows: transactions }}
            rowId={({ id }) => id}
            columns={[
              {
                label: t('console_members:card.requested'),
                cell: ({ id, at }) => (
                  <a className="link" href={consolePath('transaction', { id })}>
                    {when(at)}
                  </a>
                ),
              },
              { label: t('console_members:card.plan'), cell: ({ plan }) => plan },
              { label: t('console_members:card.price'), isNumber: true, cell: ({ price }) => price },
              {
                label: t('console_members:members.state'),
                cell: ({ state }) => <Badge>{t(`transactions:state.${state}`)}</Badge>,
              },
            ]}
          />
          <PlainTable
            {...{ id: 'places', title: t('console_members:card.places'), none, rows: places }}
            rowId={({ id }) => id}
            columns={[
              { label: t('console_members:card.plan'), cell: ({ plan }) => plan },
              { label: t('console_members:card.opened'), cell: ({ opened_at: at }) => when(at) },
              {
                label: t('console_members:card.ends'),
                cell: ({ expires_at: at }) => when(at) ?? t('console_members:card.never'),
              },
              { label: t('console_members:card.closed'), cell: ({ closed_at: at }) => when(at) },
            ]}
          />
          <PlainTable
            {...{ id: 'sessions', title: t('console_members:card.sessions'), none, rows: sessions }}
            rowId={({ started_at: startedAt, device }) => `${startedAt} ${device}`}
            columns={[
              { label: t('console_members:card.device'), cell: ({ device }) => device },
              { label: t('console_members:card.range'), cell: ({ range }) => range },
              { label: t('console_members:card.started'), cell: ({ started_at: at }) => when(at) },
              { label: t('console_members:card.seen'), cell: ({ last_seen_at: at }) => when(at) },
            ]}
          />
          {support && (
            <PlainTable
              {...{ id: 'support', title: t('console_members:card.support'), none, rows: support }}
              rowId={({ number }) => number}
              columns={[
                {
                  label: t('console_members:card.number'),
                  cell: ({ number }) => (
                    <a className="link" href={consolePath('supportRequest', { number })}>
                      {number}
                    </a>
                  ),
                },
                {
                  label: t('console_members:card.topic'),
                  cell: ({ topic }) => t(`console_members:support.topics.${topic}`),
                },
                {
                  label: t('console_members:members.state'),
                  cell: ({ state }) => <Badge>{t(`console_members:support.states.${state}`)}</Badge>,
                },
                { label: t('console_members:card.at'), cell: ({ at }) => when(at) },
              ]}
            />
          )}
        </>
      )}
      {mails && (
        <PlainTable
          {...{ id: 'mails', title: t('console_members:card.mails'), none, rows: mails }}
          rowId={({ id }) => id}
          columns={[
            {
              label: t('console_members:card.kind'),
              cell: ({ kind }) => t(`console_members:mail.${textName(kind)}`),
            },
            { label: t('console_members:card.queued'), cell: ({ at }) => when(at) },
            {
              label: t('console_members:card.sent'),
              cell: ({ sent_at: at }) => when(at) ?? t('console_members:card.not_sent'),
            },
          ]}
        />
      )}
      <PlainTable
        {...{ id: 'log', title: t('console_members:card.log'), none, rows: log }}
        rowId={({ number }) => number}
        columns={[
          { label: t('console_members:card.at'), cell: ({ at }) => when(at) },
          { label: t('console_members:card.actor'), cell: ({ actor }) => actor },
          { label: t('console_members:card.action'), cell: ({ action }) => action },
          { label: t('console_members:card.reason'), cell: ({ reason }) => reason },
          { label: t('console_members:card.before'), cell: ({ before }) => before },
          { label: t('console_members:card.after'), cell: ({ after }) => after },
        ]}
      />
    </>
  );
}
