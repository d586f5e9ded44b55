import { useStore } from '@nanostores/react';
import { useMemo, useRef, useState, useSyncExternalStore, type KeyboardEvent, type ReactNode } from 'react';
import { call } from '#client/call.ts';
import { getPartner } from '#contracts/partner.ts';
import { readRef } from '#domain/identity.ts';
import { type IslandTexts, type Say, sayFrom } from '#i18n/island-texts.ts';
import { $ref } from '#stores/ref.ts';
import { InviterCard, type Inviter } from './inviter-card.tsx';
import type { Text } from './texts.ts';

type Props = {
  texts: IslandTexts<Text>;
  code: string;
  card: Inviter | undefined;
  /** The code that the visitor's cookie carries. */
  remembered: string | undefined;
  isOpen: boolean;
  /** The field named `ref`: drawn by the page, part of its form, never redrawn while somebody types. */
  children?: ReactNode;
};

/** Who invites the guest. The form does with its field alone; this shows at once whose code it is. */
export function InviterPicker({ code, card: known, remembered, isOpen, texts, children }: Props) {
  const t = useMemo(() => sayFrom(texts), [texts]);
  const field = useRef<HTMLDivElement>(null);
  const ref = useStore($ref, { ssr: 'initial' }) ?? code;
  const [card, setCard] = useState(known);
  const isAwake = useIsAwake();
  const [said, setSaid] = useState({ text: '', isBad: false });

  const check = async () => {
    const typed = readRef(field.current?.querySelector('input')?.value.trim());
    if (!typed) return setSaid({ text: t('faults:inviter_unknown'), isBad: true });
    setSaid({ text: t('auth:inviter.checking'), isBad: false });
    const answer = await call(getPartner, { ref: typed });
    if (!answer?.success) return setSaid({ text: whyNot(answer?.error.code, answer?.error.detail, t), isBad: true });
    $ref.set(typed);
    setCard(answer.data);
    setSaid({ text: `${t('auth:inviter.found')} ${answer.data.name || answer.data.username}`, isBad: false });
  };

  const checkOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
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
      <details className="fold" open={isOpen}>
        <summary hidden={!card}>{t('auth:inviter.change')}</summary>
        <div className="stack tight" ref={field} onKeyDown={checkOnEnter}>
          {children}
          <p role="status" className={said.isBad ? 'errors' : 'hint'}>
            {said.text}
          </p>
          <button type="button" className="btn" hidden={!isAwake} onClick={() => void check()}>
            {t('auth:inviter.check')}
          </button>
        </div>
      </details>
    </div>
  );
}

/** False on the server and until the island has come alive: a button that does nothing is not shown. */
function useIsAwake(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
}

function whyNot(code: string | undefined, detail: string | undefined, t: Say<Text>): string {
  if (code === 'not_found') return t('faults:inviter_unknown');
  return detail || t('auth:inviter.broken');
}
