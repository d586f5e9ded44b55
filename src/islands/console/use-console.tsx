import { type ReactNode, useState } from 'react';
import { askForConfirmation, confirmByPasskey, confirmStaff } from '#contracts/console/session.ts';
import type { Call } from '#contracts/call.ts';
import { consolePath } from '#domain/console-paths.ts';
import { call } from '#client/call.ts';
import { showPasskey } from '#client/passkey.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { useForm } from '#islands/shared/use-form.ts';
import { useReader } from '#islands/shared/use-reader.tsx';
import { useFirstFocus } from './use-first-focus.ts';

type PendingConfirmation = { end: (isConfirmed: boolean) => void };

/** `call` requests the second factor if needed and retries; 401 leads to sign-in. Render `confirmation`. */
export function useConsole(): { call: Call; confirmation: ReactNode } {
  const [pending, setPending] = useState<PendingConfirmation>();
  const consoleCall: Call = async (contract, input, options) => {
    const answer = await call(contract, input, options);
    if (!answer || answer.success) return answer;
    if (answer.error.status === 401) {
      location.assign(consolePath('signIn', {}, { ended: 'yes', return_to: location.pathname + location.search }));
      return answer;
    }
    if (answer.error.code !== 'confirmation_required') return answer;
    const isConfirmed = await new Promise<boolean>((end) => setPending({ end }));
    setPending(undefined);
    return isConfirmed ? consoleCall(contract, input, options) : answer;
  };
  return { call: consoleCall, confirmation: pending && <Confirmation onEnd={pending.end} /> };
}

type Props = { onEnd: (isConfirmed: boolean) => void };

function Confirmation({ onEnd }: Props) {
  const { t } = useReader();
  const form = useForm(confirmStaff, { broken: t('console:act.broken'), onDone: () => onEnd(true) });
  useFirstFocus(form.element);
  const byPasskey = async () => {
    form.setNotice(undefined);
    const challenge = await call(askForConfirmation, {});
    if (!challenge?.success) return form.setNotice(t('console:act.broken'));
    const passkey = await showPasskey(challenge.data.options);
    if (!passkey) return form.setNotice(t('console:sign_in.no_passkey'));
    const answer = await call(confirmByPasskey, { state: challenge.data.state, passkey });
    if (answer?.success) return onEnd(true);
    return form.setNotice(answer?.error.detail ?? t('console:act.broken'));
  };
  return (
    <Dialog title={t('console:confirm.title')} close={t('console:confirm.cancel')} onClose={() => onEnd(false)}>
      <Form of={form} className="stack">
        <FormNotice of={form} />
        <Notice>{t('console:confirm.text')}</Notice>
        <TextField
          id="confirm-code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={16}
          label={t('console:confirm.code')}
          {...form.field('code')}
        />
        <div className="row">
          <Button variant="primary" aria-busy={form.isBusy || undefined}>
            {t('console:confirm.submit')}
          </Button>
          <Button type="button" onClick={() => void byPasskey()}>
            {t('console:confirm.passkey')}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
