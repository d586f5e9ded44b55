import { type SubmitEvent, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import { showPasskey } from '#client/passkey.ts';
import { askForPasskey } from '#contracts/passkeys.ts';
import { Button } from '#components/ui/button.tsx';
import { useReader } from '#islands/shared/use-reader.tsx';
import { RefusedNotice } from './refused.tsx';

/** The page opens the session, so no script holds its tokens. */
export function PasskeyForm({ action }: { action: string }) {
  const { t } = useReader();
  const passkey = useRef<HTMLInputElement>(null);
  const state = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [notice, setNotice] = useState<string>();
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    if (passkey.current?.value) {
      // Cleared after the submit: going back starts anew.
      setTimeout(() => (passkey.current!.value = ''));
      return;
    }
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setNotice(undefined);
    const challenge = await call(askForPasskey);
    const credential = challenge?.success ? await showPasskey(challenge.data.options) : undefined;
    setBusy(false);
    if (!challenge?.success || !credential) {
      return setNotice((challenge && !challenge.success && challenge.error.detail) || t('auth:passkey.failed'));
    }
    passkey.current!.value = JSON.stringify(credential);
    state.current!.value = challenge.data.state;
    // `requestSubmit()` is ignored inside a submit handler.
    setTimeout(() => form.requestSubmit());
  };
  return (
    <form
      className="stack needs-script"
      method="post"
      action={action}
      onSubmit={(event: SubmitEvent<HTMLFormElement>) => void onSubmit(event)}
    >
      <RefusedNotice notice={notice} />
      <input ref={passkey} type="hidden" name="passkey" autoComplete="off" />
      <input ref={state} type="hidden" name="passkey_state" autoComplete="off" />
      <Button icon="lock" block aria-busy={isBusy || undefined}>
        {t('auth:passkey.sign_in')}
      </Button>
    </form>
  );
}
