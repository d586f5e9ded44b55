import { type ComponentProps, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '#client/call.ts';
import type { Refusal } from '#contracts/call.ts';
import type { OutputOf } from '#contracts/contract.ts';
import { getPartner } from '#contracts/partner.ts';
import { roleLook } from '#domain/career-status.ts';
import { readRef } from '#domain/identity.ts';
import { photoInSize } from '#domain/photo.ts';
import type { Translate } from '#i18n/translator.ts';
import { $ref } from '#stores/ref.ts';
import { keyOf } from '#components/ui/key-of.ts';
import { TextField } from '#components/ui/text-field.tsx';
import { useShared } from '#islands/shared/use-shared.ts';
import { useReader } from '#islands/shared/use-reader.tsx';

type Props = {
  code: string;
  card: Inviter | undefined;
  remembered: string | undefined;
  field: Pick<ComponentProps<'input'>, 'onBlur' | 'onChange'> & {
    name: string;
    errors: readonly string[];
    autoFocus: boolean;
    onClear: () => void;
  };
  readTypedCode: () => string;
  focusCode: () => void;
};

export function InviterPicker({ code, card: initialCard, remembered, field, readTypedCode, focusCode }: Props) {
  const { t } = useReader();
  const ref = useShared($ref) ?? code;
  const [card, setCard] = useState(initialCard);
  const [message, setMessage] = useState({ text: '', isBad: false });
  const details = useRef<HTMLDetailsElement>(null);
  const isWrong = field.errors.length > 0;
  // Only the initial state: later the reader toggles it.
  const [isOpenAtFirst] = useState(!initialCard || isWrong);

  useEffect(() => {
    if (!isWrong || !details.current || details.current.open) return;
    details.current.open = true;
    focusCode();
  }, [isWrong, focusCode]);

  const check = async () => {
    const typedRef = readRef(readTypedCode().trim());
    if (!typedRef) return setMessage({ text: t('faults:inviter_unknown'), isBad: true });
    setMessage({ text: t('auth:inviter.checking'), isBad: false });
    const answer = await call(getPartner, { ref: typedRef });
    if (!answer?.success) return setMessage({ text: inviterError(answer?.error, t), isBad: true });
    $ref.set(typedRef);
    setCard(answer.data);
    setMessage({ text: `${t('auth:inviter.found')} ${answer.data.name || answer.data.username}`, isBad: false });
  };
  const checkOnEnter = (event: KeyboardEvent) => {
    if (keyOf(event) !== 'Enter') return;
    event.preventDefault();
    void check();
  };
  return (
    <div className="stack tight">
      {card && (
        <InviterCard
          inviter={card}
          invites={t('auth:inviter.invites')}
          note={ref === remembered ? t('auth:inviter.remembered') : ''}
        />
      )}
      <details ref={details} className="fold" open={isOpenAtFirst}>
        <summary hidden={!card}>{t('auth:inviter.change')}</summary>
        <div className="stack tight">
          <TextField
            label={t('auth:inviter.code')}
            hint={t('auth:inviter.code_hint')}
            defaultValue={code}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            onKeyDown={checkOnEnter}
            {...field}
          />
          <p role="status" className={message.isBad ? 'errors' : 'hint'}>
            {message.text}
          </p>
          <button type="button" className="btn needs-script" onClick={() => void check()}>
            {t('auth:inviter.check')}
          </button>
        </div>
      </details>
    </div>
  );
}

export type Inviter = OutputOf<typeof getPartner>;

type InviterCardProps = { inviter: Inviter; invites: string; note: string };

function InviterCard({ inviter, invites, note }: InviterCardProps) {
  const { username, name, photo, career_status } = inviter;
  return (
    <div className="invite user">
      <span className="avatar lg" data-tier={roleLook(career_status).tier} aria-hidden="true">
        {photo ? (
          <img src={photoInSize(photo, 96)} alt="" width={96} height={96} />
        ) : (
          [...username].slice(0, 2).join('')
        )}
      </span>
      <div>
        <small>{invites}</small>
        <b>{name || username}</b>
        <small>{[`@${username}`, note].filter(Boolean).join(' · ')}</small>
      </div>
    </div>
  );
}

function inviterError(refusal: Refusal | undefined, t: Translate): string {
  if (refusal?.code === 'not_found') return t('faults:inviter_unknown');
  return refusal?.detail || t('auth:inviter.broken');
}
