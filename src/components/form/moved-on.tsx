import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = { text: string; back: string; open: string };

/** Instead of the question, when what it asks about is over. */
export function MovedOn({ text, back, open }: Props) {
  return (
    <section className="card stack form">
      <Notice kind="warn">{text}</Notice>
      <Button href={back}>{open}</Button>
    </section>
  );
}
