import type { Approval } from '#contracts/console/approvals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { formatNumber } from '#i18n/format.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { AllTexts, segmentText } from './announcement-parts.tsx';
import { amountText } from './amount-text.ts';
import { previousFact, Repeats } from './draft-screen.tsx';
import { Facts } from './facts.tsx';
import { MemberLink } from './member-link.tsx';
import { TransactionBadges, TransactionMarks } from './transaction-acts.tsx';
import { weighingFacts, WithdrawalRisks, WithdrawalState } from './withdrawal-parts.tsx';

type Props = { row: Pick<Approval, 'about' | 'subject' | 'candidate'> };

/** Names the subject of a decision, with links. */
export function ApprovalSubject({ row: { about, subject, candidate } }: Props) {
  switch (about?.kind) {
    case 'withdrawal':
      return <WithdrawalSubject {...about} />;
    case 'transaction':
      return <TransactionSubject {...about} />;
    case 'accruals':
      return <AccrualsSubject {...about} />;
    case 'reversal':
      return <ReversalSubject {...about} />;
    case 'announcement':
      return <AnnouncementSubject {...about} />;
    default:
      return candidate ? (
        <a className="link" href={consolePath('staff')}>
          {subject}
        </a>
      ) : (
        <span className="mono">{subject}</span>
      );
  }
}

type About<Kind> = Extract<Approval['about'], { kind: Kind }>;

function WithdrawalSubject({ withdrawal: row }: About<'withdrawal'>) {
  const reader = useReader();
  return (
    <>
      <p>
        <a className="link" href={consolePath('withdrawal', { id: row.id })}>
          {amountText(row.amount, reader)}
        </a>{' '}
        · <MemberLink username={row.username} /> · {row.network} <span className="mono">{row.destination}</span>
      </p>
      <p>
        <WithdrawalState row={row} /> <WithdrawalRisks row={row} />
      </p>
      <Facts facts={weighingFacts(row.weighing, reader)} />
    </>
  );
}

function TransactionSubject({ transaction: row }: About<'transaction'>) {
  const reader = useReader();
  const { t } = reader;
  return (
    <>
      <p>
        <a className="link" href={consolePath('transaction', { id: row.id })}>
          {row.plan} · {amountText(row.price, reader)}
        </a>{' '}
        · <MemberLink username={row.username} />
      </p>
      <p>
        <TransactionBadges row={row} /> <TransactionMarks row={row} />
      </p>
      <Facts facts={[{ name: t('console_money:transactions.paid'), amount: row.paid }]} />
    </>
  );
}

function AccrualsSubject({ draft, summary: { largest, previous } }: About<'accruals'>) {
  const reader = useReader();
  const { t } = reader;
  return (
    <>
      <p>
        <a className="link" href={consolePath('accrualDraft', { id: draft.id })}>
          {draft.batch}
        </a>{' '}
        · {amountText(draft.total, reader)} · {t('console_money:accruals.lines')}: {draft.lines}
      </p>
      <Repeats repeats={draft.repeats} doubles={draft.doubles} />
      <Facts
        facts={[
          ...(previous ? [previousFact(previous, reader)] : []),
          ...(largest.length === 0
            ? []
            : [
                {
                  name: t('console:approvals.about.largest'),
                  value: largest.map(({ line, username, amount, reason, document }) => (
                    <div key={line}>
                      {amountText(amount, reader)} · <MemberLink username={username} /> · {reason} · {document}
                    </div>
                  )),
                },
              ]),
        ]}
      />
    </>
  );
}

function AnnouncementSubject({ announcement: row }: About<'announcement'>) {
  const reader = useReader();
  const { t } = reader;
  return (
    <>
      <p>
        <a className="link" href={consolePath('announcement', { id: row.id })}>
          {row.title}
        </a>{' '}
        · {t('console:approvals.about.recipients', { number: formatNumber(row.recipients ?? 0) })} ·{' '}
        {segmentText(row.fields, reader)}
        {row.by_email && <> · {t('console_content:announcements.by_email')}</>}
      </p>
      <AllTexts fields={row.fields} />
      {row.fields.link && (
        <p>
          {t('console_content:announcements.link')}: <span className="mono">{row.fields.link}</span>
        </p>
      )}
    </>
  );
}

function ReversalSubject({ batch: { batch, lines, total }, line }: About<'reversal'>) {
  const reader = useReader();
  const { t } = reader;
  return (
    <p>
      <a className="link" href={consolePath('accrualBatch', { batch })}>
        {batch}
      </a>{' '}
      ·{' '}
      {line ? (
        <>
          {t('console:approvals.about.line', { line: line.line })} · {amountText(line.amount, reader)} ·{' '}
          <MemberLink username={line.username} /> · {line.document}
        </>
      ) : (
        <>
          {amountText(total, reader)} · {t('console_money:accruals.lines')}: {lines}
        </>
      )}
    </p>
  );
}
