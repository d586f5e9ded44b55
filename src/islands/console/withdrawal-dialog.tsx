import type { Call } from '#contracts/call.ts';
import { REASON_MAX } from '#contracts/console/fields.ts';
import { approveOne, type ConsoleWithdrawal, rejectOne } from '#contracts/console/withdrawals.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/select.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { FormState } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { WithdrawalFacts } from './withdrawal-parts.tsx';

export type WithdrawalAct = 'approve' | 'reject';

type Props = {
  call: Call;
  act: WithdrawalAct;
  row: ConsoleWithdrawal;
  onDone: (row: ConsoleWithdrawal, message: string) => void;
  onClose: () => void;
};

const REASONS = ['check', 'destination', 'owner'] as const;

export function canApprove({ state, waits_for_second: needsSecond }: ConsoleWithdrawal): boolean {
  return state === 'requested' && !needsSecond;
}

export function canReject({ state }: ConsoleWithdrawal): boolean {
  return state === 'requested' || state === 'approved';
}

/** A rejection needs a message to the member besides the reason for the log. */
export function WithdrawalDialog({ call, act, row, onDone, onClose }: Props) {
  const { t } = useReader();
  const facts = <WithdrawalFacts row={row} />;
  const done = (message: string) => (data: OutputOf<typeof approveOne>) =>
    onDone(data.withdrawal, data.outcome === 'waiting' ? t('console:act.waiting') : message);
  if (act === 'approve') {
    return (
      <ActDialog
        {...{ onClose }}
        title={t('console:withdrawals.approve')}
        command={() => ({ words: ['withdrawals', 'approve', row.id] })}
        call={call}
        contract={approveOne}
        input={{ id: row.id }}
        onDone={done(t('console:withdrawals.approved'))}
      >
        {facts}
      </ActDialog>
    );
  }
  return (
    <ActDialog
      {...{ onClose }}
      title={t('console:withdrawals.reject')}
      isBad
      command={({ said: words = '' }) => ({
        words: ['withdrawals', 'reject', row.id],
        options: { said: words || '…' },
      })}
      call={call}
      contract={rejectOne}
      input={{ id: row.id }}
      onDone={done(t('console:withdrawals.rejected'))}
      renderFields={(form) => <SaidFields {...form} />}
    >
      {facts}
    </ActDialog>
  );
}

type SaidProps = Pick<FormState<Record<string, string>>, 'field' | 'hookForm'>;

/** The message to the member, with ready sentences. */
export function SaidFields({ field, hookForm }: SaidProps) {
  const { t } = useReader();
  return (
    <>
      <Select
        name="text"
        label={t('console:withdrawals.said_reasons')}
        options={[
          { value: '', label: '–' },
          ...REASONS.map((reason) => ({ value: reason, label: t(`console:withdrawals.reasons.${reason}`) })),
        ]}
        onChange={({ currentTarget: { selectedOptions } }) => {
          hookForm.setValue('said', selectedOptions[0]?.value ? selectedOptions[0].text : '');
        }}
      />
      <TextField
        isMultiline
        rows={3}
        label={t('console:withdrawals.said')}
        maxLength={REASON_MAX}
        required
        {...field('said')}
      />
    </>
  );
}

type ButtonProps = { row: ConsoleWithdrawal; onAct: (act: WithdrawalAct) => void; isMain?: boolean };

/** `isMain`: the row is the subject of the page. */
export function WithdrawalButtons({ row, onAct, isMain = false }: ButtonProps) {
  const { t } = useReader();
  return (
    <>
      {canApprove(row) && (
        <Button type="button" variant={isMain ? 'primary' : undefined} onClick={() => onAct('approve')}>
          {t('console:withdrawals.approve')}
        </Button>
      )}{' '}
      {canReject(row) && (
        <Button type="button" variant={isMain ? undefined : 'plain'} onClick={() => onAct('reject')}>
          {t('console:withdrawals.reject')}
        </Button>
      )}
    </>
  );
}
