import type { Browser } from 'playwright';
import { setTimeout as delay } from 'node:timers/promises';
import sharp, { type OverlayOptions } from 'sharp';
import { openPage, type Phone, type Subject } from './phone.ts';

/** A screenshot and its time since the beginning of the visit. */
type Frame = { ms: number; picture: Buffer };

const STEP_MS = 250;
const LAST_MS = 2500;
const FRAME = { width: 120, height: 267 };
const GAP = 8;
const HEAD = 28;

const steps = Array.from({ length: LAST_MS / STEP_MS + 1 }, (_, step) => step * STEP_MS);

/** PNG with one film strip of a first visit per row. */
export async function film(browser: Browser, subjects: Subject[], phone: Phone): Promise<Buffer> {
  const width = GAP + steps.length * (FRAME.width + GAP);
  const rowHeight = HEAD + FRAME.height + GAP;
  const pictures: OverlayOptions[] = [];
  for (const [row, subject] of subjects.entries()) {
    const frames = await framesOf(browser, subject, phone);
    const top = row * rowHeight + HEAD;
    pictures.push({ input: headOf(subject.name, width), left: 0, top: row * rowHeight });
    for (const [step, ms] of steps.entries()) {
      const shown = frames.findLast((frame) => frame.ms <= ms);
      if (!shown) continue;
      const input = await sharp(shown.picture)
        .resize({ ...FRAME, fit: 'cover', position: 'top' })
        .toBuffer();
      pictures.push({ input, left: GAP + step * (FRAME.width + GAP), top });
    }
  }
  const sheet = { width, height: subjects.length * rowHeight, channels: 3 as const, background: '#808080' };
  return sharp({ create: sheet }).composite(pictures).png({ palette: true }).toBuffer();
}

async function framesOf(browser: Browser, subject: Subject, phone: Phone): Promise<Frame[]> {
  const { page, protocol, close } = await openPage(browser, subject, phone);
  const frames: Frame[] = [];
  let began = 0;
  protocol.on('Page.screencastFrame', ({ data, sessionId, metadata: { timestamp = 0 } }) => {
    frames.push({ ms: timestamp * 1000 - began, picture: Buffer.from(data, 'base64') });
    void protocol.send('Page.screencastFrameAck', { sessionId });
  });
  await protocol.send('Page.enable');
  await protocol.send('Page.startScreencast', { format: 'jpeg', quality: 70, maxWidth: 360, maxHeight: 800 });
  began = Date.now();
  await page.goto(subject.url, { timeout: 60_000 });
  await delay(Math.max(0, began + LAST_MS - Date.now()));
  await close();
  return frames.filter(({ ms }) => ms >= 0);
}

function headOf(name: string, width: number): Buffer {
  const times = steps.map((ms, step) => {
    const x = GAP + step * (FRAME.width + GAP);
    return `<text x="${x}" y="24" font-size="10" fill="#222">${(ms / 1000).toFixed(2)} s</text>`;
  });
  const title = `<text x="${GAP}" y="12" font-size="12" font-weight="bold" fill="#000">${name}</text>`;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEAD}" font-family="sans-serif">${title}${times.join('')}</svg>`,
  );
}
