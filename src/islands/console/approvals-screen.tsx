import { useState } from 'react';
import {
  type Approval,
  APPROVAL_STATES,
  decideApproval,
  listApprovals,
  type ShownGrant,
} from '#contracts/console/approvals.ts';
import { consolePath } from '#domain/console-paths.ts';
import { ABILITIES, isAble, type StaffRole } from '#domain/staff.ts';
import { type Reader } from '#i18n/reader.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { amountText } from './amount-text.ts';
import { ApprovalSubject } from './approval-subject.tsx';
import { ActionText } from './audit-words.tsx';
import { ListScreen } from './list-screen.tsx';
import { ActDialog } from './act-dialog.tsx';
import type { Column, ListStart } from './use-list.ts';
import { When } from './when.tsx';

type Props = {
  start: ListStart<typeof listApprovals>;
  canDecide: boolean;
};
type OpenDialog = { decision: 'approve' | 'decline'; row: Approval };

export const ApprovalsScreen = withReader(function ApprovalsScreen({ start, canDecide }: Props) {
  const reader = useReader();
  const { t } = reader;
  const [dialog, setDialog] = useState<OpenDialog>();
  return (
    <ListScreen
      {...{ start, columnsOf }}
      contract={listApprovals}
      path={consolePath('approvals')}
      caption={t('console:approvals.title')}
      rowId={({ id }) => id}
      waiting="approvals"
      filters={{
        choices: [
          {
            name: 'state',
            label: t('console:staff.state'),
            options: APPROVAL_STATES.map((value) => ({ value, label: t(`console:approvals.states.${value}`) })),
          },
        ],
      }}
      renderActs={
        canDecide &&
        ((row) =>
          row.state === 'waiting' && (
            <>
              {row.refusal === null ? (
                <Button type="button" onClick={() => setDialog({ decision: 'approve', row })}>
                  {t('console:approvals.approve')}
                </Button>
              ) : (
                <small className="muted">{t(`refusals:${row.refusal}`)}</small>
              )}{' '}
              <Button type="button" variant="plain" onClick={() => setDialog({ decision: 'decline', row })}>
                {t('console:approvals.decline')}
              </Button>
            </>
          ))
      }
      renderDialog={({ call, list, showMessage }) =>
        dialog && (
          <ActDialog
            title={t(`console:approvals.${dialog.decision}`)}
            isBad={dialog.decision === 'decline'}
            {...(hasCommand(dialog) && {
              command: () => ({ words: [...dialog.row.action.split(' '), dialog.row.subject] }),
            })}
            call={call}
            contract={decideApproval}
            input={{ id: dialog.row.id, decision: dialog.decision }}
            onDone={(row) => {
              setDialog(undefined);
              showMessage(t(row.state === 'approved' ? 'console:approvals.approved' : 'console:approvals.declined'));
              list.replace(({ id }) => id === row.id, row);
            }}
            onClose={() => setDialog(undefined)}
          >
            <p>
              {dialog.row.amount !== null && <b>{amountText(dialog.row.amount, reader)} · </b>}
              <ActionText action={dialog.row.action} />
            </p>
            <ApprovalSubject row={dialog.row} />
            <Candidate row={dialog.row} hasAbilities />
            <p>
              {t('console:approvals.prepared_by')}: {dialog.row.prepared_by} · {dialog.row.reason}
            </p>
            <Grants grants={dialog.row.preparer_access} />
          </ActDialog>
        )
      }
    />
  );
});

/** Shows who gave access and when: it reveals a second account of the preparer. */
function Grants({ grants }: { grants: readonly ShownGrant[] }) {
  const { t } = useReader();
  return grants.map(({ action, by, at }) => {
    const name = by ?? t('console:approvals.command');
    return (
      <div key={`${action} ${at}`}>
        <small className="muted">
          {t(`console:approvals.grants.${GRANT_TEXTS[action]}`, { name })}, <When at={at} />
        </small>
      </div>
    );
  });
}

const GRANT_TEXTS = {
  'staff add': 'add',
  'staff role': 'role',
  'staff enable': 'enable',
  'staff invite-again': 'invite_again',
} as const satisfies Record<ShownGrant['action'], string>;

type CandidateProps = { row: Approval; hasAbilities?: boolean };

function Candidate({ row, hasAbilities }: CandidateProps) {
  const { t } = useReader();
  const { action, candidate, prepared_by: preparedBy, prepared_at: at } = row;
  if (!candidate) return null;
  const { name, role, was, access } = candidate;
  const roles = [...(was && was !== role ? [was] : []), role].map((item) => t(`console:roles.${item}`));
  return (
    <>
      <p>
        {t('console:approvals.candidate')}: <b>{name}</b> · {roles.join(' → ')}
      </p>
      {hasAbilities && <Abilities role={role} was={action === 'staff role' ? was : null} />}
      <Grants grants={action === 'staff add' ? [{ action, by: preparedBy, at }] : access} />
    </>
  );
}

type AbilitiesProps = { role: StaffRole; was: StaffRole | null };

/** `was`: null for people who have no access now. */
function Abilities({ role, was }: AbilitiesProps) {
  const { t } = useReader();
  const gained = ABILITIES.filter((ability) => isAble(role, ability) && !(was && isAble(was, ability)));
  const lost = ABILITIES.filter((ability) => was && isAble(was, ability) && !isAble(role, ability));
  return [
    { name: t('console:approvals.gained'), abilities: gained },
    { name: t('console:approvals.lost'), abilities: lost },
  ].map(
    ({ name, abilities }) =>
      abilities.length > 0 && (
        <p key={name}>
          {name}: {abilities.map((ability) => t(`console:staff.may.${ability}`)).join(', ')}
        </p>
      ),
  );
}

/** A command for accruals needs their file, and no command declines. */
function hasCommand({ decision, row }: OpenDialog): boolean {
  return decision === 'approve' && /^(withdrawals|transactions) /.test(row.action);
}

const KINDS = { waiting: 'warn', approved: 'ok', declined: 'off' } as const;

function columnsOf(reader: Reader): Column<Approval>[] {
  const { t } = reader;
  return [
    {
      id: 'at',
      label: t('console:log.at'),
      cell: ({ prepared_at: at }) => <When at={at} />,
    },
    { id: 'action', label: t('console:log.action'), cell: ({ action }) => <ActionText {...{ action }} /> },
    {
      id: 'subject',
      label: t('console:log.subject'),
      cell: (row) => (
        <>
          <ApprovalSubject row={row} />
          <Candidate row={row} />
        </>
      ),
    },
    {
      id: 'amount',
      label: t('console:approvals.amount'),
      amount: ({ amount }) => amount,
    },
    {
      id: 'by',
      label: t('console:approvals.prepared_by'),
      cell: ({ prepared_by: name, is_yours: isYours, preparer_access: grants }) => (
        <>
          {name} {isYours && <Badge kind="info">{t('console:approvals.yours')}</Badge>}
          <Grants grants={grants} />
        </>
      ),
    },
    { id: 'reason', label: t('console:log.reason'), cell: ({ reason }) => reason },
    {
      id: 'state',
      label: t('console:staff.state'),
      cell: ({ state, decided_by: by }) => (
        <>
          <Badge kind={KINDS[state]}>{t(`console:approvals.states.${state}`)}</Badge> {by}
        </>
      ),
    },
  ];
}
