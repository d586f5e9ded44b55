import { text, themeScript } from 'common/text.mjs';

export default defineNuxtConfig({
  compatibilityDate: '2026-01-01',
  telemetry: false,
  devtools: { enabled: false },
  css: ['common/page.css'],
  features: { inlineStyles: true },
  app: {
    head: {
      title: text.title,
      htmlAttrs: { lang: 'ru' },
      link: [{ rel: 'icon', href: 'data:,' }],
      script: [{ innerHTML: themeScript, tagPriority: 'critical' }],
    },
  },
});
