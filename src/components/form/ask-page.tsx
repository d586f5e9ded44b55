import { OwnerField } from '#components/ui/owner-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  /** What it is about, where the page's own title does not say it. */
  title?: string;
  text: string;
  /** Where the answer goes, and what goes along. */
  action: string;
  owner: string | undefined;
  fields: Record<string, string>;
  confirm: string;
  keep: string;
  /** The page on which nothing has happened. */
  back: string;
};

/** Asks before what can't be taken back, on a page of its own: without a script, or with none yet. */
export function AskPage({ title, text, action, owner, fields, confirm, keep, back }: Props) {
  return (
    <section className="card stack form">
      {title && (
        <p>
          <b>{title}</b>
        </p>
      )}
      <p>{text}</p>
      <form className="row end" method="post" action={action}>
        <OwnerField owner={owner} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} autoComplete="off" />
        ))}
        <Button href={back} variant="plain">
          {keep}
        </Button>
        <Button variant="bad">{confirm}</Button>
      </form>
    </section>
  );
}

type MovedOnProps = { text: string; back: string; open: string };

/** Instead of the question, when what it asks about is over. */
export function MovedOn({ text, back, open }: MovedOnProps) {
  return (
    <section className="card stack form">
      <Notice kind="warn">{text}</Notice>
      <Button href={back}>{open}</Button>
    </section>
  );
}
