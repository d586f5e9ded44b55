import { Notice } from '#components/ui/notice.tsx';

export type ResultTexts = { done?: string | undefined; restored?: string | undefined };

export function ResultNotices({ done, restored }: ResultTexts) {
  return (
    <>
      {done && <Notice kind="ok">{done}</Notice>}
      {restored && <Notice>{restored}</Notice>}
    </>
  );
}
