import { Button } from '#components/ui/button.tsx';

type Props = {
  typed: Record<string, string>;
  action: string;
  texts: { kept: string; again: string };
};

/** Shown on an error page. Sends the same uid again. */
export function KeptMessage({ typed, action, texts }: Props) {
  return (
    <form className="stack" method="post" action={action}>
      <p>{texts.kept}</p>
      <p className="message" dir="auto">
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
