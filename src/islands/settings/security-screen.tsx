import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { call } from '#client/call.ts';
import { changePassword, listSessions } from '#contracts/settings.ts';
import { PASSWORD_RULES, type PasswordRule } from '#domain/password.ts';
import { path } from '#domain/paths.ts';
import type { Reader, ReaderProps } from '#i18n/reader.ts';
import { showToast } from '#stores/toast.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { PasswordField } from '#components/ui/password-field.tsx';
import { useCallForm } from '../use-call-form.ts';
import { useReader } from '../use-reader.ts';
import { firstWrong, FormNotice, type Rendered } from './form-notice.tsx';
import { PinForm } from './pin-form.tsx';
import { Said, type SaidTexts } from './said.tsx';
import { type Session, SessionsCard } from './sessions-card.tsx';
import { SECURITY_TEXTS, type SecurityText } from './texts.ts';

type Props = ReaderProps<SecurityText> & {
  said: SaidTexts;
  isPinSet: boolean;
  sessions: readonly Session[];
  /** What a change of the password was refused for, and the end of a session. */
  rendered: Rendered;
  notice: string | undefined;
};

/** Password, PIN, and where a member is signed in. */
export function SecurityScreen(props: Props) {
  const reader = useReader(SECURITY_TEXTS, props);
  const [sessions, setSessions] = useState(props.sessions);
  /** Those that are left at once, then as the server has them. */
  const refresh = async (isLeft: (session: Session) => boolean) => {
    setSessions((before) => before.filter(isLeft));
    const answer = await call(listSessions, {}, { isUnasked: true });
    if (answer?.success) setSessions(answer.data.items);
  };
  return (
    <>
      <Said {...props.said} />
      <div className="stack halves">
        <PasswordForm rendered={props.rendered} reader={reader} onChanged={() => void refresh((one) => one.is_this)} />
        <PinCard isSet={props.isPinSet} reader={reader} />
      </div>
      <SessionsCard
        sessions={sessions}
        notice={props.notice}
        reader={reader}
        onEnded={(isLeft) => void refresh(isLeft)}
      />
    </>
  );
}

type Name = 'old' | 'new' | 'new_repeat';
type PasswordFormProps = { rendered: Rendered; reader: Reader<SecurityText>; onChanged: () => void };

/** Another password, by the old one. */
function PasswordForm({ rendered, reader, onChanged }: PasswordFormProps) {
  const { t, language } = reader;
  const [changes, setChanges] = useState(0);
  const { form, field, notice, isBusy, formProps } = useCallForm<typeof changePassword, Record<Name, string>>({
    contract: changePassword,
    ...rendered,
    inputOf: ({ old, new: password, new_repeat }) => ({ old, new: password, new_repeat }),
    say: (key, params) => t(key as SecurityText, params),
    onDone: () => {
      form.reset();
      setChanges(changes + 1);
      showToast(t('settings:done.password_saved'));
      onChanged();
    },
  });
  const show = t('auth:password.show');
  const rule = Object.fromEntries(PASSWORD_RULES.map((name) => [name, t(`auth:password.${name}`)]));
  const rules = { show, rules: t('auth:password.rules'), rule: rule as Record<PasswordRule, string> };
  const first = firstWrong(rendered.errors, ['old', 'new', 'new_repeat']);
  const at = (name: Name) => ({ required: true, autoFocus: first === name, ...field(name) });
  return (
    <form className="card stack" action={path(language, 'settingsSecurity')} {...formProps}>
      <h2>{t('settings:security.password')}</h2>
      <p className="hint">{t('settings:security.password_lede')}</p>
      <FormNotice text={notice} />
      {/* What was typed goes with the fields that held it. */}
      <div key={changes} className="stack">
        <PasswordField
          label={t('settings:security.old')}
          texts={{ show }}
          autoComplete="current-password"
          {...at('old')}
        />
        <PasswordField label={t('settings:security.new')} texts={rules} autoComplete="new-password" {...at('new')} />
        <PasswordField
          label={t('settings:security.repeat')}
          texts={{ show }}
          autoComplete="new-password"
          {...at('new_repeat')}
        />
      </div>
      <div className="row">
        <Button name="act" value="password" variant="primary" aria-busy={isBusy}>
          {t('settings:security.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The finance PIN, as long as there is none; then who changes it. */
function PinCard({ isSet: wasSet, reader }: { isSet: boolean; reader: Reader<SecurityText> }) {
  const { t, language } = reader;
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
        <PinForm reader={reader} onSet={set} />
      )}
    </section>
  );
}
