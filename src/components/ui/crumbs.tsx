import { Fragment, type MouseEventHandler } from 'react';

type Step = { key: string | number; words: string; href: string; onClick: MouseEventHandler<HTMLAnchorElement> };

type Props = {
  label: string;
  /** The last one is where we are. */
  steps: readonly Step[];
  /** Steps left out after the first one. */
  leftOut: string | undefined;
};

export function Crumbs({ label, steps, leftOut }: Props) {
  return (
    <nav aria-label={label}>
      <ol className="row">
        {steps.map(({ key, words, href, onClick }, index) => (
          <Fragment key={key}>
            <li className="row">
              {index > 0 && <span aria-hidden="true">›</span>}
              {index === steps.length - 1 ? (
                <b aria-current="page">{words}</b>
              ) : (
                <a className="link" href={href} onClick={onClick} data-in-place>
                  {words}
                </a>
              )}
            </li>
            {index === 0 && leftOut && <li className="muted">{leftOut}</li>}
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
