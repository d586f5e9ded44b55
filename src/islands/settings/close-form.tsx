import { type SubmitEvent, useState } from 'react';
import { closeAccount } from '#contracts/data.ts';
import type { Language } from '#domain/languages.ts';
import { path } from '#domain/paths.ts';
import type { RefusalCode } from '#domain/refusals.ts';
import type { Say } from '#i18n/island-texts.ts';
import type { Reader } from '#i18n/reader.ts';
import { OwnerField } from '#components/ui/owner-field.tsx';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CheckField } from '#components/ui/check-field.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { Question } from '#components/ui/question.tsx';
import { useCallForm } from '../use-call-form.ts';
import { firstWrong, FormNotice, type Rendered } from './form-notice.tsx';
import type { DataText } from './texts.ts';

const GOES = ['goes_name', 'goes_access', 'goes_page', 'goes_words'] as const;
const STAYS = ['stays_lines', 'stays_ledger', 'stays_username'] as const;
const WAYS_OUT = {
  closure_money: { page: 'finance', words: 'settings:data.close.to_finance' },
  closure_unfinished: { page: 'transactions', words: 'settings:data.close.to_transactions' },
} as const;

type Props = {
  isUnderstood: boolean;
  username: string;
  asksCode: boolean;
  rendered: CloseRendered;
  reader: Reader<DataText>;
};

/** Says what goes and what stays before it asks for the password; then asks once more. */
export function CloseForm({ isUnderstood, username, asksCode, rendered, reader }: Props) {
  const { t, language } = reader;
  const { field, understood, notice, isBusy, code, decide, formProps } = useCloseForm(rendered, t, language);
  const first = firstWrong(rendered.errors, ['password', 'code', 'understood']);
  const wayOut = code && code in WAYS_OUT ? WAYS_OUT[code as keyof typeof WAYS_OUT] : undefined;
  return (
    <>
      <form className="card stack" action={path(language, 'settingsData')} aria-labelledby="close-title" {...formProps}>
        <OwnerField owner={reader.owner} />
        <h2 id="close-title">{t('settings:data.close.title')}</h2>
        <p className="muted">{t('settings:data.close.lede')}</p>
        <div className="stack halves">
          <List title={t('settings:data.close.goes')} items={GOES.map((item) => t(`settings:data.close.${item}`))} />
          <List title={t('settings:data.close.stays')} items={STAYS.map((item) => t(`settings:data.close.${item}`))} />
        </div>
        <AccountName value={username} />
        <PasswordField
          label={t('settings:data.close.password')}
          texts={{ show: t('auth:password.show') }}
          autoComplete="current-password"
          required
          autoFocus={first === 'password'}
          {...field('password')}
        />
        {asksCode && (
          <CodeField
            label={t('settings:second_factor.code')}
            hint={t('settings:second_factor.code_hint')}
            required
            autoFocus={first === 'code'}
            {...field('code')}
          />
        )}
        <CheckField
          label={t('settings:data.close.understood')}
          defaultChecked={isUnderstood}
          required
          autoFocus={first === 'understood'}
          {...understood}
        />
        <FormNotice text={notice}>
          {wayOut && (
            <a className="link" href={path(language, wayOut.page)}>
              {t(wayOut.words)}
            </a>
          )}
        </FormNotice>
        <div className="row">
          <Button name="act" value="close" variant="bad" aria-busy={isBusy && !decide}>
            {t('settings:data.close.submit')}
          </Button>
        </div>
      </form>
      {decide && (
        <Question
          title={t('settings:data.close.ask')}
          text={t('settings:data.close.lede')}
          confirm={t('settings:data.close.submit')}
          keep={t('common:keep')}
          onConfirm={() => decide(true)}
          onClose={() => decide(false)}
        />
      )}
    </>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div className="stack tight">
      <h3>{title}</h3>
      <ul className="bullets">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}

export type CloseRendered = Rendered & { code?: RefusalCode | undefined };
type Typed = { password: string; code?: string; understood: unknown };

/** Closing the account: a password, a tick, and a question that is answered by `decide`. */
function useCloseForm(rendered: CloseRendered, t: Say<DataText>, language: Language) {
  const [isTickMissed, setTickMissed] = useState(Boolean(rendered.errors?.['understood']?.length));
  const [code, setCode] = useState(rendered.code);
  const [decide, setDecide] = useState<(isSure: boolean) => void>();
  const call = useCallForm<typeof closeAccount, Typed>({
    contract: closeAccount,
    ...rendered,
    inputOf: (typed) => ({ password: typed.password, code: typed.code }),
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
