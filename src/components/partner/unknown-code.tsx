import { path } from '#domain/paths.ts';
import { Art, IconFile } from '#components/ui/icon.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { PublicReader } from './public-reader.ts';

/** Where a link leads that nobody has, and the field for another code. */
export function UnknownCode({ code, t, language }: PublicReader & { code: string }) {
  return (
    <IconFile value="">
      <div className="wrap lost">
        <Art />
        <h1>{t('partner:unknown.title')}</h1>
        <p className="lede">{t('partner:unknown.text')}</p>
        <form className="stack" method="get" action={path(language, 'signUp')}>
          <TextField
            name="ref"
            label={t('partner:unknown.code')}
            defaultValue={code.slice(0, 64)}
            required
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <p className="row">
            <Button variant="primary">{t('partner:unknown.submit')}</Button>
          </p>
        </form>
      </div>
    </IconFile>
  );
}
