import { Notice } from '#components/ui/notice.tsx';

export type SaidTexts = { done?: string | undefined; kept?: string | undefined };

export function Said({ done, kept }: SaidTexts) {
  return (
    <>
      {done && <Notice kind="ok">{done}</Notice>}
      {kept && <Notice>{kept}</Notice>}
    </>
  );
}
