import { roleLook } from '#domain/career-status.ts';
import { CARD_SIZE, type CardFace } from '#domain/partner-card.ts';
import outlines from './letters.json' with { type: 'json' };

/** The dark theme's colours. */
const GROUND = '#0e1220';
const GLOW = '#1a2344';
const TEXT = '#edf0f8';
const MUTED = '#a9b3ca';
const ACCENT = '#97b2ff';
const LAMP = '#f1b64a';
const SOFT = '#1d294e';
const TIERS = { default: '#97b2ff', silver: '#e0e0e0', gold: '#f1b64a', platinum: '#efdfde' } as const;

const WIDEST = 640;

/** The picture that a messenger shows for a partner page: who invites, and the enfilade of doors. */
export function cardSvg({ username, name, career_status: status }: CardFace, productName: string): string {
  const words = name && canWrite(name) ? name : username;
  const { width, height } = CARD_SIZE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<radialGradient id="glow" cx=".5" cy="-.1" r=".8"><stop stop-color="${GLOW}"/><stop offset="1" stop-color="${GROUND}"/></radialGradient>
<rect width="${width}" height="${height}" fill="url(#glow)"/>
${logo(productName)}
${avatar(username, TIERS[roleLook(status).tier])}
${write(words, { x: 80, y: 470, size: 84, fill: TEXT, widest: WIDEST })}
${write(`@${username}`, { x: 80, y: 540, size: 36, fill: MUTED, widest: WIDEST })}
<svg x="745" y="95" width="411" height="440" viewBox="30 36 340 364">${enfilade()}</svg>
</svg>`;
}

function logo(productName: string): string {
  const name = canWrite(productName)
    ? write(productName, { x: 146, y: 117, size: 44, fill: TEXT, widest: WIDEST })
    : '';
  return `<g transform="translate(74 66) scale(2.6)"><path fill="${ACCENT}" d="M3 21.5V11a9 9 0 0 1 18 0v10.5h-4.5V11a4.5 4.5 0 0 0-9 0v10.5z"/><path fill="${LAMP}" d="M10 21.5V12a2 2 0 0 1 4 0v9.5z"/></g>${name}`;
}

function avatar(username: string, tier: string): string {
  const letters = username.slice(0, 2).toUpperCase();
  return `<path d="M82 372V258a56 56 0 0 1 112 0V372z" fill="${SOFT}" stroke="${tier}" stroke-width="4"/>
${write(letters, { x: 138, y: 352, size: 46, fill: TEXT, widest: 96, align: 'middle' })}`;
}

/** The arch of every page, door behind door; each is smaller by the same share and nearer to the light. */
function enfilade(): string {
  const doors = [
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
  return `<g fill="${ACCENT}" fill-opacity=".055" stroke="${ACCENT}" stroke-opacity=".4" stroke-width=".75">
${doors.map((door) => `<path d="${door}"/>`).join('')}
<path fill="none" stroke-opacity=".22" d="${walls}"/></g>
<path fill="${LAMP}" fill-opacity=".1" d="M172.3 285.2L95 400H305L227.7 285.2z"/>
<path fill="${LAMP}" fill-opacity=".92" d="M172.3 285.2V252.4a27.7 27.7 0 0 1 55.4 0V285.2z"/>`;
}

const UNITS_PER_EM = 1000;
const letters: ReadonlyMap<string, { advance: number; path: string }> = new Map(
  Object.entries(outlines.letters).map(([letter, line]) => {
    const [advance = '', ...path] = line.split(' ');
    return [letter, { advance: Number(advance), path: path.join(' ') }];
  }),
);

type Place = { x: number; y: number; size: number; fill: string; widest?: number; align?: 'start' | 'middle' };

/** Words as outlines, so that a picture is the same on a machine without any fonts; smaller if they are too long. */
function write(words: string, { x, y, size, fill, widest = Infinity, align = 'start' }: Place): string {
  const drawn = [...words].map((letter) => letters.get(letter)).filter((letter) => letter !== undefined);
  const units = drawn.reduce((sum, { advance }) => sum + advance, 0);
  const scale = Math.min(size, (widest * UNITS_PER_EM) / Math.max(units, 1)) / UNITS_PER_EM;
  let at = align === 'middle' ? -units / 2 : 0;
  const paths = drawn.map(({ advance, path }) => {
    const placed = path && `<path transform="translate(${at} 0)" d="${path}"/>`;
    at += advance;
    return placed;
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`;
}

/** Whether all of its letters are there. */
function canWrite(words: string): boolean {
  return [...words].every((letter) => letters.has(letter));
}
