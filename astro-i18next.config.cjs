// astro-i18next reads nothing but a .cjs file; the options themselves stand beside the translator.
const { astroI18next } = require('./src/i18n/i18next-options.ts');

module.exports = astroI18next;
