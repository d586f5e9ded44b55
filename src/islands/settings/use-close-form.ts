import { type SubmitEvent, useState } from 'react';
import { closeAccount } from '#contracts/data.ts';
import { type Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import type { Say } from '#i18n/island-texts.ts';
import { useCallForm } from '../use-call-form.ts';
import type { Drawn } from './drawn.ts';
import type { DataText } from './texts.ts';

export type CloseDrawn = Drawn & { code?: RefusalCode | undefined };
type Typed = { password: string; understood: unknown };

/** Closing the account: a password, a tick, and a question that is answered by `decide`. */
export function useCloseForm(drawn: CloseDrawn, t: Say<DataText>, language: Language) {
  const [isTickMissed, setTickMissed] = useState(Boolean(drawn.errors?.['understood']?.length));
  const [code, setCode] = useState(drawn.code);
  const [decide, setDecide] = useState<(isSure: boolean) => void>();
  const call = useCallForm<typeof closeAccount, Typed>({
    contract: closeAccount,
    ...drawn,
    inputOf: ({ password }) => ({ password }),
    complete: async (input) => {
      if (!call.form.getValues('understood')) {
        call.form.setFocus('understood');
        return undefined;
      }
      const isSure = await new Promise<boolean>((resolve) => setDecide(() => resolve));
      setDecide(undefined);
      return isSure ? input : undefined;
    },
    say: (key, params) => t(key as DataText, params),
    onDone: () => location.assign(path(language, 'signIn', { done: 'account-closed' })),
    onRefused: (refusal) => {
      setCode(refusal.code);
      return false;
    },
  });
  const { onSubmit } = call.formProps;
  return {
    ...call,
    code,
    decide,
    understood: {
      ...call.field('understood'),
      errors: isTickMissed ? [t('settings:data.close.tick')] : [],
      onClear: () => setTickMissed(false),
    },
    formProps: {
      ...call.formProps,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        setTickMissed(!call.form.getValues('understood'));
        onSubmit(event);
      },
    },
  };
}
