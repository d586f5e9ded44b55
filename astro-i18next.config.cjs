// astro-i18next reads nothing but a .cjs file; the options themselves stand beside the translator.
module.exports = require('./src/i18n/i18next-options.ts').astroI18next;
