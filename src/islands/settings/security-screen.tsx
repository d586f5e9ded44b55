import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '#client/call.ts';
import { changePassword, listSessions } from '#contracts/settings.ts';
import { PASSWORD_RULES, type PasswordRule } from '#domain/password.ts';
import { path } from '#domain/paths.ts';
import { showToast } from '#stores/toast.ts';
import { AccountName } from '#components/ui/account-name.tsx';
import { Button } from '#components/ui/button.tsx';
import { CodeField } from '#components/ui/code-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { Form, FormNotice } from '#islands/shared/form.tsx';
import { type Rendered, useForm } from '#islands/shared/use-form.ts';
import { useReader, withReader } from '#islands/shared/use-reader.tsx';
import { type Factor, FactorCards } from './factor-card.tsx';
import { PinForm } from './pin-form.tsx';
import { ResultNotices, type ResultTexts } from './result-notices.tsx';
import { type Session, SessionsCard } from './sessions-card.tsx';

type Props = {
  result: ResultTexts;
  username: string;
  isPinSet: boolean;
  factor: Factor;
  sessions: readonly Session[];
  /** `rendered` is for the password form, `notice` for the sessions. */
  rendered: Rendered;
  notice: string | undefined;
};

export const SecurityScreen = withReader(function SecurityScreen(props: Props) {
  const { t, language } = useReader();
  const asksCode = props.factor.is_on;
  const [sessions, setSessions] = useState(props.sessions);
  const refresh = async (remains: (session: Session) => boolean) => {
    setSessions((before) => before.filter(remains));
    const answer = await call(listSessions, {}, { isUnasked: true });
    if (answer?.success) setSessions(answer.data.items);
  };
  return (
    <>
      <ResultNotices {...props.result} />
      <div className="stack halves">
        <PasswordForm
          rendered={props.rendered}
          username={props.username}
          asksCode={asksCode}
          onChanged={() => void refresh((session) => session.is_this)}
        />
        <PinCard isSet={props.isPinSet} username={props.username} asksCode={asksCode} />
      </div>
      <FactorCards factor={props.factor} />
      <SessionsCard sessions={sessions} notice={props.notice} onEnded={(remains) => void refresh(remains)} />
      <section className="card stack">
        <h2>{t('settings:log.title')}</h2>
        <p className="hint">{t('settings:log.lede')}</p>
        <div className="row">
          <Button href={path(language, 'securityLog')}>{t('settings:log.open')}</Button>
        </div>
      </section>
    </>
  );
});

type Name = 'old' | 'new' | 'new_repeat' | 'code';
type PasswordFormProps = {
  rendered: Rendered;
  username: string;
  asksCode: boolean;
  onChanged: () => void;
};

function PasswordForm({ rendered, username, asksCode, onChanged }: PasswordFormProps) {
  const { t, language } = useReader();
  const [changes, setChanges] = useState(0);
  const form = useForm<typeof changePassword, Record<Name, string>>(changePassword, {
    rendered,
    inputOf: ({ old, new: password, new_repeat, code }) => ({ old, new: password, new_repeat, code }),
    onDone: () => {
      form.hookForm.reset();
      setChanges(changes + 1);
      showToast(t('settings:done.password_saved'));
      onChanged();
    },
  });
  const show = t('auth:password.show');
  const rule = Object.fromEntries(PASSWORD_RULES.map((name) => [name, t(`auth:password.${name}`)]));
  const rules = { show, rules: t('auth:password.rules'), rule: rule as Record<PasswordRule, string> };
  const fieldProps = (name: Name) => ({ required: true, ...form.field(name) });
  return (
    <Form of={form} className="card stack" action={path(language, 'settingsSecurity')}>
      <h2>{t('settings:security.password')}</h2>
      <p className="hint">{t('settings:security.password_lede')}</p>
      <FormNotice of={form} />
      <AccountName value={username} />
      {/* A new key remounts the fields and so clears them. */}
      <div key={changes} className="stack">
        <PasswordField
          label={t('settings:security.old')}
          texts={{ show }}
          autoComplete="current-password"
          {...fieldProps('old')}
        />
        <PasswordField
          label={t('settings:security.new')}
          texts={rules}
          autoComplete="new-password"
          {...fieldProps('new')}
        />
        <PasswordField
          label={t('settings:security.repeat')}
          texts={{ show }}
          autoComplete="new-password"
          {...fieldProps('new_repeat')}
        />
        {asksCode && (
          <CodeField
            label={t('settings:second_factor.code')}
            hint={t('settings:second_factor.code_hint')}
            {...fieldProps('code')}
          />
        )}
      </div>
      <div className="row">
        <Button name="act" value="password" variant="primary" aria-busy={form.isBusy}>
          {t('settings:security.submit')}
        </Button>
      </div>
    </Form>
  );
}

type PinCardProps = { isSet: boolean; username: string; asksCode: boolean };

function PinCard({ isSet: wasSet, username, asksCode }: PinCardProps) {
  const { t, language } = useReader();
  const [isSet, setIsSet] = useState(wasSet);
  const heading = useRef<HTMLHeadingElement>(null);
  const set = (isNew: boolean) => {
    flushSync(() => setIsSet(true));
    if (isNew) showToast(t('finance:done.pin_set'));
    heading.current?.focus();
  };
  return (
    <section className="card stack">
      <h2 ref={heading} tabIndex={-1}>
        {t('settings:security.pin')}
      </h2>
      <Notice icon="lock">{t(isSet ? 'settings:security.pin_set' : 'settings:security.pin_not_set')}</Notice>
      {isSet ? (
        <div className="row">
          <Button href={path(language, 'support')} icon="support">
            {t('finance:way_out.support')}
          </Button>
        </div>
      ) : (
        <PinForm username={username} asksCode={asksCode} onSet={set} />
      )}
    </section>
  );
}
