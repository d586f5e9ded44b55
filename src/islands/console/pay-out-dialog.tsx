import type { Call } from '#contracts/call.ts';
import type { MemberCard } from '#contracts/console/member-card.ts';
import { payOutMember } from '#contracts/console/members.ts';
import { DESTINATION_MAX } from '#domain/destination.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { ActDialog } from './act-dialog.tsx';
import { amountText } from './amount-text.ts';

type Props = { call: Call; member: MemberCard; onDone: (member: MemberCard) => void; onClose: () => void };

export function PayOutDialog({ call, member: { username, balance }, onDone, onClose }: Props) {
  const reader = useReader();
  const { t } = reader;
  return (
    <ActDialog
      title={t('console_members:card.pay_out')}
      command={({ destination = '' }) => ({ words: ['members', 'pay-out', username, destination] })}
      call={call}
      contract={payOutMember}
      input={{ username, amount: balance.available }}
      onDone={onDone}
      onClose={onClose}
      renderFields={({ field }) => (
        <TextField
          label={t('console_members:card.pay_out_to')}
          maxLength={DESTINATION_MAX}
          autoComplete="off"
          spellCheck={false}
          required
          {...field('destination')}
        />
      )}
    >
      <p>{t('console_members:card.pay_out_text', { username, amount: amountText(balance.available, reader) })}</p>
    </ActDialog>
  );
}
