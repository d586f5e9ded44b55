import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import { OwnerField } from '#components/ui/owner-field.tsx';
import type { FormState } from './use-form.ts';
import { useReader } from './use-reader.tsx';

type RenderedForm = Pick<FormState, 'notice' | 'isBusy' | 'uid' | 'isOwned' | 'element' | 'onSubmit'>;
type Props = { of: RenderedForm } & Omit<ComponentProps<'form'>, 'method' | 'onSubmit' | 'ref'>;

export function Form({ of, children, ...attributes }: Props) {
  const { owner } = useReader();
  const { isBusy, uid, isOwned, element, onSubmit } = of;
  return (
    <form ref={element} method="post" noValidate aria-busy={isBusy || undefined} onSubmit={onSubmit} {...attributes}>
      {isOwned && <OwnerField owner={owner} />}
      {uid && <input type="hidden" name="uid" value={uid} autoComplete="off" />}
      {children}
    </form>
  );
}

/** A notice rendered with the page takes the focus; a later one leaves it for a retry. */
export function FormNotice({ of: { notice }, children }: { of: Pick<RenderedForm, 'notice'>; children?: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (notice?.isFresh) box.current?.scrollIntoView({ block: 'nearest' });
  }, [notice]);
  if (!notice) return null;
  return (
    <div ref={box} tabIndex={-1} autoFocus={!notice.isFresh}>
      <Notice kind="bad">
        <p>{notice.text}</p>
        {children}
      </Notice>
    </div>
  );
}
