import { Notice } from '#components/ui/notice.tsx';

/** What the page says first: what has just been done, or that what was typed has been kept. */
export type SaidTexts = { done?: string | undefined; kept?: string | undefined };

export function Said({ done, kept }: SaidTexts) {
  return (
    <>
      {done && <Notice kind="ok">{done}</Notice>}
      {kept && <Notice>{kept}</Notice>}
    </>
  );
}
