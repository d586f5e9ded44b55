import { type MouseEvent, useEffect, useRef } from 'react';
import type { Say } from '#i18n/island-texts.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { isPlainClick } from '../in-place.ts';
import type { Text } from './texts.ts';

type Props = { number: string; href: string; t: Say<Text>; onAnother: () => void };

/** Stands where the form was once a request has come through, and has the focus. */
export function Thanks({ number, href, t, onAnother }: Props) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.focus(), []);
  const goOn = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onAnother();
  };
  return (
    <section ref={card} className="card" role="status" tabIndex={-1} autoFocus>
      <EmptyState title={t('support:done.title')}>
        <p>{t('support:done.text', { number })}</p>
        <Button href={href} data-in-place onClick={goOn}>
          {t('support:done.another')}
        </Button>
      </EmptyState>
    </section>
  );
}
