import { escapeXml } from '#domain/escape-xml.ts';
import { type Language, tagOf } from '#domain/languages.ts';
import type { Theme } from '#domain/theme.ts';

type Words = Record<'subject' | 'greeting' | 'body' | 'quote' | 'button' | 'note' | 'footer', string> & {
  details?: string;
};
type FooterLink = { words: string; href: string };
type PageOptions = {
  language: Language;
  link: string;
  productName: string;
  palettes?: Record<Theme, Colors> | undefined;
  footerLinks?: readonly FooterLink[];
};

type Colors = Record<'bg' | 'text' | 'surface' | 'line' | 'muted' | 'accent' | 'on-accent', string>;

const OWN: Record<Theme, Colors> = {
  light: {
    ...{ bg: '#f5f3ee', text: '#191e32', surface: '#fffefb', line: '#e2ddd2', muted: '#555c72' },
    ...{ accent: '#3550c4', 'on-accent': '#ffffff' },
  },
  dark: {
    ...{ bg: '#0d1120', text: '#eef0f7', surface: '#161c33', line: '#2c3557', muted: '#a9b3ca' },
    ...{ accent: '#97b2ff', 'on-accent': '#0d1120' },
  },
};

const rulesOf = (colors: Colors) => `.page{background:${colors.bg};color:${colors.text}}
.sheet{background:${colors.surface};border-color:${colors.line}}
.quote,.footer{border-color:${colors.line}}
.note,.footer,.footer a{color:${colors.muted}}
.button{background:${colors.accent};color:${colors['on-accent']}}`;

/** All colours are in this style element. Mail clients that ignore it use their own. */
const styleOf = ({
  light,
  dark,
}: Record<Theme, Colors>) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
${rulesOf(light)}
@media (prefers-color-scheme:dark){
${rulesOf(dark)}
}`;

export function emailPage(words: Words, options: PageOptions): string {
  const { language, link, productName, palettes = OWN, footerLinks = [] } = options;
  const { subject, greeting, body, quote, details, button, note, footer } = words;
  const p = (text: string, style = '', name = '') =>
    `<p${name && ` class="${name}"`} style="margin:0 0 16px;${style}">${escapeXml(text)}</p>`;
  const links = footerLinks.map(({ words: text, href }) => `<a href="${escapeXml(href)}">${escapeXml(text)}</a>`);
  return `<!doctype html>
<html lang="${tagOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeXml(subject)}</title><style>${styleOf(palettes)}</style></head>
<body class="page" style="margin:0;padding:24px;font:16px/1.6 -apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:32px;border:1px solid;border-radius:16px">
<p style="margin:0 0 24px;font:20px Georgia,serif">${escapeXml(productName)}</p>
${p(greeting)}
${p(body)}${quote && `\n${p(quote, QUOTE_STYLE, 'quote')}`}${details ? `\n${p(details)}` : ''}
<p style="margin:24px 0"><a class="button" href="${escapeXml(link)}" style="display:inline-block;padding:12px 24px;border-radius:10px;font-weight:600;text-decoration:none">${escapeXml(button)}</a></p>
${p(note, 'font-size:14px', 'note')}
<div class="footer" style="margin:24px 0 0;padding-top:16px;border-top:1px solid;font-size:13px">${links.length > 0 ? `<p style="margin:0 0 8px">${links.join(' · ')}</p>\n` : ''}<p style="margin:0">${escapeXml(footer)}</p></div>
</div></body></html>`;
}

const QUOTE_STYLE = 'padding-left:16px;border-left:3px solid;white-space:pre-wrap;overflow-wrap:anywhere';
