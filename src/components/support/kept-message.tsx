import { Button } from '#components/ui/button.tsx';

type Props = {
  /** What was typed, field by field. */
  typed: Record<string, string>;
  action: string;
  texts: { kept: string; again: string };
};

/** What was typed while Atrium could not answer: it goes on from here, with the same uid. */
export function KeptMessage({ typed, action, texts }: Props) {
  return (
    <form className="stack" method="post" action={action}>
      <p>{texts.kept}</p>
      <p className="said" dir="auto">
        {typed['message']}
      </p>
      {Object.entries(typed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>
        <Button variant="primary">{texts.again}</Button>
      </p>
    </form>
  );
}
