import { expect, test } from 'vitest';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { BROWSERS } from '#domain/browsers.ts';
import type { LegalDocument } from '#domain/legal.ts';
import { translator } from '#i18n/translator.ts';
import { LegalPage } from '#components/legal/legal-page.tsx';

const pageOf = (document: LegalDocument) => {
  const legal = {
    document,
    version: '1',
    date: '2026-11-29',
    language: 'en',
    title: 'Words',
    html: '',
    published: [],
  } as const;
  return renderToStaticMarkup(
    createElement(LegalPage, { legal: { ...legal, published: [] }, language: 'en', t: translator('en') }),
  );
};

test('the accessibility statement names the oldest browsers that the build is made for, others do not', () => {
  expect(BROWSERS.length).toBeGreaterThan(2);
  expect(pageOf('accessibility')).toContain('Supported browsers: Chrome 105, Safari 16, Firefox 121 and newer.');
  expect(pageOf('terms')).not.toContain('Chrome');
});
