import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import type { Refusal } from '#contracts/call.ts';
import { errorsOf } from '#contracts/refused.ts';
import type { FieldErrors } from '#islands/shared/use-form.ts';

export function readRefused(refusal: Refusal | undefined, names: readonly string[]) {
  const errors: FieldErrors = errorsOf(refusal);
  const first = names.find((name) => errors[name]?.length);
  return { errors, first, notice: first ? undefined : refusal?.detail };
}

type Props = {
  rendered?: string | undefined;
  notice?: string | undefined;
  children?: ReactNode;
};

export function RefusedNotice({ rendered, notice, children }: Props) {
  const text = notice ?? rendered;
  if (!text) return null;
  return (
    <div key={text} tabIndex={-1} autoFocus={!notice}>
      <Notice kind="bad" takesFocus={Boolean(notice)}>
        <p>{text}</p>
        {children}
      </Notice>
    </div>
  );
}
