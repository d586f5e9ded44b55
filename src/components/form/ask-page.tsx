import { OwnerField } from '#components/ui/owner-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';

type Props = {
  title?: string;
  text: string;
  action: string;
  owner: string | undefined;
  fields: Record<string, string>;
  confirm: string;
  keep: string;
  back: string;
};

export function AskPage({ title, text, action, owner, fields, confirm, keep, back }: Props) {
  return (
    <section className="card stack form">
      {title && (
        <p>
          <b>{title}</b>
        </p>
      )}
      <p>{text}</p>
      <form className="row at-end" method="post" action={action}>
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

type NoLongerPossibleProps = { text: string; back: string; open: string };

export function NoLongerPossible({ text, back, open }: NoLongerPossibleProps) {
  return (
    <section className="card stack form">
      <Notice kind="warn">{text}</Notice>
      <Button href={back}>{open}</Button>
    </section>
  );
}
