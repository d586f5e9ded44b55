import { roleLook } from '#domain/career-status.ts';
import { CARD_SIZE, type CardFace } from '#domain/partner-card.ts';
import { escapeXml } from '#domain/escape-xml.ts';
import { canWrite } from './letters.ts';

/** Of the dark theme. */
type Colors = Record<'bg' | 'glow' | 'text' | 'muted' | 'accent' | 'lamp' | 'soft', string>;
const OWN: Colors = {
  ...{ bg: '#0e1220', glow: '#1a2344', text: '#edf0f8', muted: '#a9b3ca' },
  ...{ accent: '#97b2ff', lamp: '#f1b64a', soft: '#1d294e' },
};
const METALS = { silver: '#e0e0e0', gold: '#f1b64a', platinum: '#efdfde' } as const;

/** `logo` is a data URL. */
export type CardLook = { productName: string; colors?: Colors | undefined; logo?: string | undefined };

const WIDEST = 640;

/** Resolves with the font size at which `words` are at most `widestPx` wide. */
export type Fit = (words: string, sizePx: number, widestPx: number) => Promise<number>;

/** The username replaces a name that the fonts can't write. `photo` is a data URL. */
export async function cardSvg(
  { username, name, career_status: status }: CardFace,
  { productName, colors = OWN, logo }: CardLook,
  fit: Fit,
  photo?: string,
): Promise<string> {
  const words = name && canWrite(name) ? name : username;
  const handle = `@${username}`;
  const [nameSize, handleSize, productSize] = await Promise.all([
    fit(words, 84, WIDEST),
    fit(handle, 36, WIDEST),
    canWrite(productName) ? fit(productName, 44, WIDEST) : 0,
  ]);
  const { width, height } = CARD_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<radialGradient id="glow" cx=".5" cy="-.1" r=".8"><stop stop-color="${colors.glow}"/><stop offset="1" stop-color="${colors.bg}"/></radialGradient>
<rect width="${width}" height="${height}" fill="url(#glow)"/>
<g font-family="Noto Serif">
${logo ? pictureOf(logo) : ownLogo(colors)}${productSize ? textElement(productName, { x: 146, y: 117, size: productSize, fill: colors.text }) : ''}
${avatar(username, { ...METALS, default: colors.accent }[roleLook(status).tier], colors, photo)}
${textElement(words, { x: 80, y: 470, size: nameSize, fill: colors.text })}
${textElement(handle, { x: 80, y: 540, size: handleSize, fill: colors.muted })}
</g>
<svg x="745" y="95" width="411" height="440" viewBox="30 36 340 364">${archesSvg(colors)}</svg>
</svg>`;
}

const ownLogo = ({ accent, lamp }: Colors) =>
  `<g transform="translate(74 66) scale(2.6)"><path fill="${accent}" d="M3 21.5V11a9 9 0 0 1 18 0v10.5h-4.5V11a4.5 4.5 0 0 0-9 0v10.5z"/><path fill="${lamp}" d="M10 21.5V12a2 2 0 0 1 4 0v9.5z"/></g>`;
const pictureOf = (logo: string) => `<image href="${logo}" x="76" y="70" width="56" height="56"/>`;
const ARCH = 'M82 372V258a56 56 0 0 1 112 0V372z';

function avatar(username: string, tier: string, { text, soft }: Colors, photo: string | undefined): string {
  const inside = photo
    ? `<clipPath id="arch"><path d="${ARCH}"/></clipPath><image href="${photo}" x="82" y="202" width="112" height="170" preserveAspectRatio="xMidYMid slice" clip-path="url(#arch)"/>`
    : textElement(username.slice(0, 2).toUpperCase(), { x: 138, y: 352, size: 46, fill: text, isCentred: true });
  return `<path d="${ARCH}" fill="${soft}"/>${inside}<path d="${ARCH}" fill="none" stroke="${tier}" stroke-width="4"/>`;
}

function archesSvg({ accent, lamp }: Colors): string {
  const arches = [
    'M35 400V205a165 165 0 0 1 330 0V400z',
    'M72.1 368.9V217.8a127.9 127.9 0 0 1 255.8 0V368.9z',
    'M100.9 344.9V227.8a99.1 99.1 0 0 1 198.2 0V344.9z',
    'M123.2 326.2V235.5a76.8 76.8 0 0 1 153.6 0V326.2z',
    'M140.5 311.8V241.4a59.5 59.5 0 0 1 119 0V311.8z',
    'M153.9 300.6V246.1a46.1 46.1 0 0 1 92.3 0V300.6z',
    'M164.2 291.9V249.6a35.8 35.8 0 0 1 71.5 0V291.9z',
  ];
  const walls =
    'M35 400L172.3 285.2M365 400L227.7 285.2M35 205L172.3 252.4M365 205L227.7 252.4M83.3 88.3L180.4 232.8M316.7 88.3L219.6 232.8';
  return `<g fill="${accent}" fill-opacity=".055" stroke="${accent}" stroke-opacity=".4" stroke-width=".75">
${arches.map((arch) => `<path d="${arch}"/>`).join('')}
<path fill="none" stroke-opacity=".22" d="${walls}"/></g>
<path fill="${lamp}" fill-opacity=".1" d="M172.3 285.2L95 400H305L227.7 285.2z"/>
<path fill="${lamp}" fill-opacity=".92" d="M172.3 285.2V252.4a27.7 27.7 0 0 1 55.4 0V285.2z"/>`;
}

type TextPosition = { x: number; y: number; size: number; fill: string; isCentred?: boolean };

function textElement(words: string, { x, y, size, fill, isCentred = false }: TextPosition): string {
  const anchor = isCentred ? ' text-anchor="middle"' : '';
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${anchor}>${escapeXml(words)}</text>`;
}
