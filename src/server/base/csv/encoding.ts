export type CsvSource = () => AsyncIterable<Uint8Array>;

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'windows-1252';

/** Undefined if it would be a guess. */
export async function encodingOf(source: CsvSource): Promise<Encoding | undefined> {
  const utf16 = await utf16Of(source);
  if (utf16) return (await isValid(source, utf16)) ? utf16 : undefined;
  return (await isValid(source, 'utf-8')) ? 'utf-8' : legacyOf(source);
}

/** First bytes of .xlsx and .ods (a zip file), and of .xls. */
const WORKBOOKS = ['504b0304', 'd0cf11e0'];

export async function isWorkbook(source: CsvSource): Promise<boolean> {
  for await (const piece of source()) return WORKBOOKS.includes(Buffer.from(piece.subarray(0, 4)).toString('hex'));
  return false;
}

/** Without byte order mark. Invalid bytes throw, so call `encodingOf` first. */
export async function* decoded(source: CsvSource, encoding: Encoding): AsyncGenerator<string, void> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const piece of source()) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** By the byte order mark, or the first character of the header, which is ASCII. */
async function utf16Of(source: CsvSource): Promise<Encoding | undefined> {
  for await (const [first, second] of source()) {
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
    if (first === 0 && second !== 0) return 'utf-16be';
    return second === 0 && first !== 0 ? 'utf-16le' : undefined;
  }
  return undefined;
}

async function isValid(source: CsvSource, encoding: Encoding): Promise<boolean> {
  try {
    for await (const _ of decoded(source, encoding));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') return false;
    throw error;
  }
}

/** Bytes read as Latin-1. The signs are the same in both code pages. */
const WORD = /[A-Za-z\x80-\xFF]+/g;
const SHARED_SIGNS = /[\x82\x84\x85\x91-\x97\xA0\xA7\xA9\xAB\xAE\xB0\xB7\xBB]/g;
/** A Russian word in Windows-1251: capitals, or lower case with an optional capital. KOI8-R has the cases swapped. */
const CYRILLIC = /^(?:[\xC0-\xDF\xA8]?[\xE0-\xFF\xB8]+|[\xC0-\xDF\xA8]+)$/;
/** German and French only: other letters may be Windows-1250 or -1254. */
const WESTERN = /^[A-Za-zÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜßàâäæçèéêëîïôöùûüÿ\x8C\x9C\x9F]+$/;

async function legacyOf(source: CsvSource): Promise<Encoding | undefined> {
  const encodings = new Set<Encoding | undefined>();
  let rest = '';
  for await (const piece of source()) {
    const text = rest + Buffer.from(piece).toString('latin1');
    rest = /[A-Za-z\x80-\xFF]{0,100}$/.exec(text)?.[0] ?? '';
    for (const word of wordsIn(text.slice(0, text.length - rest.length))) encodings.add(pageOf(word));
  }
  for (const word of wordsIn(rest)) encodings.add(pageOf(word));
  return encodings.size === 1 ? [...encodings][0] : undefined;
}

/** Single letters fit both pages. */
function wordsIn(text: string): string[] {
  const words = text.replaceAll(SHARED_SIGNS, ' ').match(WORD) ?? [];
  return words.filter((word) => word.length > 1 && /[\x80-\xFF]/.test(word));
}

function pageOf(word: string): Encoding | undefined {
  if (CYRILLIC.test(word)) return 'windows-1251';
  return WESTERN.test(word) && /[A-Za-z]/.test(word) ? 'windows-1252' : undefined;
}
