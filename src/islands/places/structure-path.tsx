import { Fragment, type MouseEvent } from 'react';
import { formatNumber } from '#i18n/format.ts';
import type { Reader } from '#i18n/reader.ts';
import type { Structure } from './structure-address.ts';
import type { StructureText } from './texts.ts';

type Props = {
  structure: Structure;
  at: (node: number) => string;
  reader: Reader<StructureText>;
  onStep: (event: MouseEvent, node: number) => void;
};

/** The way down from my place to what is shown; of a long way its two ends. */
export function StructurePath({ structure: { path, skipped }, at, reader: { t }, onStep }: Props) {
  const last = path.length - 1;
  return (
    <nav aria-label={t('places:structure.path')}>
      <ol className="row">
        {path.map(({ id, number }, index) => (
          <Fragment key={id}>
            <li className="row">
              {index > 0 && <span aria-hidden="true">›</span>}
              {index === last ? (
                <b aria-current="page">{number}</b>
              ) : (
                <a className="link" href={at(id)} onClick={(event) => onStep(event, id)} data-in-place>
                  {number}
                </a>
              )}
            </li>
            {index === 0 && skipped > 0 && (
              <li className="muted">
                {t('places:structure.skipped', { count: skipped, number: formatNumber(skipped) })}
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
