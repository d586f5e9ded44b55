import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { savePhoto } from '#contracts/photo.ts';
import { translator } from '#i18n/translator.ts';
import { CAST } from '#server/operator/seed/cast.ts';
import { openVisitors, PHONE } from '../support/browser/browser.ts';
import { picture } from '../support/browser/pictures.ts';
import { openStage, signIn } from '../support/app/stage.ts';
import { confirm, countLoads, countPosts, errorsAt, field, press, see, send } from './forms.ts';
import { swipe } from './swipe.ts';

const names = ['rita', 'nora', 'olga', 'petra', 'sven', 'tove', 'ulla', 'vera', 'wanda'];
const people = names.map((username) => ({ ...CAST[2]!, username, name: username, inviter: 'ivan' }) as const);
const site = await openStage({ people: [...CAST, ...people] });
const visit = await openVisitors(site.origin);
const t = translator('en');

const UPLOAD = t('settings:photo.upload');
const SAVE = t('settings:photo.save');
const REMOVE = t('settings:photo.remove');
const CANCEL = t('settings:photo.crop.cancel');
/** Red on the left, blue on the right, wider than high. */
const file = { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await picture('jpeg', { width: 1200, height: 600 }) };

async function openAs(username: string, options = {}): Promise<Page> {
  const page = await visit(options);
  await signIn(page, site, username);
  await page.goto('/en/dashboard/settings');
  return page;
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: t('settings:photo.crop.title') });

/** The close event comes a moment after the dialog is hidden. */
async function isClosed(page: Page): Promise<void> {
  await dialogOf(page).waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: SAVE, exact: true }).waitFor({ state: 'hidden' });
}
const areaOf = (page: Page) => page.getByLabel(t('settings:photo.crop.area'));
const headPhoto = (page: Page) => page.locator('.header .avatar img');

async function choose(page: Page): Promise<void> {
  await field(page, UPLOAD).focus();
  await field(page, UPLOAD).setInputFiles(file);
  await dialogOf(page).waitFor();
}

async function saveFrame(page: Page): Promise<void> {
  const loads = countLoads(page);
  await dialogOf(page).getByRole('button', { name: SAVE }).click();
  await see(page, t('settings:done.photo_saved'));
  expect(await dialogOf(page).count()).toBe(0);
  expect(loads()).toBe(0);
}

async function coloursOf(page: Page): Promise<string> {
  const address = await page.locator('main .avatar.xl img').getAttribute('src');
  const bytes = await (await page.request.get(address ?? '')).body();
  const { data } = await sharp(bytes)
    .removeAlpha()
    .resize(8, 1, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: 8 }, (_, at) => (data[at * 3]! > data[at * 3 + 2]! ? 'r' : 'b')).join('');
}

describe('with scripts', () => {
  test('a photo is put right by pointer, sent small, and seen on every page', async () => {
    const page = await openAs('rita');
    expect(await headPhoto(page).count()).toBe(0);
    await choose(page);
    const { x, y, width, height } = (await areaOf(page).boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + height / 4, y + height / 2, { steps: 4 });
    await page.mouse.up();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await saveFrame(page);
    expect(Number((await (await sent).allHeaders())['content-length'])).toBeLessThan(60_000);
    expect(await coloursOf(page)).toBe('rrrrrrbb');
    await headPhoto(page).waitFor();
    expect(await headPhoto(page).getAttribute('src')).toMatch(/^\/photos\/[\w-]{22}-96\.webp$/);
    await page.goto('/en/dashboard/profile');
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.header .avatar img')!.naturalWidth === 96,
    );
    await page.waitForFunction(
      () => document.querySelector<HTMLImageElement>('.hero .avatar img')!.naturalWidth === 256,
    );
  });

  test('it is put right and saved by keyboard alone', async () => {
    const page = await openAs('nora');
    page.on('filechooser', (chooser) => chooser.setFiles(file));
    await page.reload();
    await field(page, UPLOAD).focus();
    await page.keyboard.press('Enter');
    await dialogOf(page).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('dialog canvas'));
    for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await see(page, t('settings:done.photo_saved'));
    expect(await coloursOf(page)).toBe('bbbbbbbb');
  });

  test('it is put right by finger, and fits on a phone', async () => {
    const page = await openAs('olga', { ...PHONE, viewport: { width: 320, height: 568 } });
    await choose(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const { height } = (await areaOf(page).boundingBox())!;
    await swipe(page, areaOf(page), height / 8);
    await field(page, t('settings:photo.crop.zoom')).fill('2');
    await saveFrame(page);
    expect(await coloursOf(page)).toBe('rrrrrrbb');
  });

  test('a broken line is said, the photo is kept, and sent again', async () => {
    const page = await openAs('petra', { expects: /did not come through/ });
    await choose(page);
    await page.route(`**${savePhoto.path}`, (route) => route.abort());
    await dialogOf(page).getByRole('button', { name: SAVE }).click();
    await see(page, t('settings:photo.crop.broken'));
    await page.unroute(`**${savePhoto.path}`);
    await saveFrame(page);
  });

  test('a no of the server is said where the photo is', async () => {
    const page = await openAs('ulla', { expects: /^422/ });
    await choose(page);
    const refusal = { code: 'photo_unreadable', detail: t('refusals:photo_unreadable') };
    await page.route(`**${savePhoto.path}`, (route) => route.fulfill({ status: 422, json: refusal }));
    await dialogOf(page).getByRole('button', { name: SAVE }).click();
    await see(page, t('refusals:photo_unreadable'));
    expect(await dialogOf(page).isVisible()).toBe(true);
  });

  test('that it is being sent is told; cancelling calls it off', async () => {
    const page = await openAs('sven');
    const posts = countPosts(page);
    await choose(page);
    await page.keyboard.press('Escape');
    await isClosed(page);
    expect(posts()).toBe(0);
    await choose(page);
    const held = page.waitForRequest(`**${savePhoto.path}`);
    await page.route(`**${savePhoto.path}`, () => {});
    await dialogOf(page).getByRole('button', { name: SAVE }).click();
    await held;
    await dialogOf(page).getByRole('progressbar').waitFor();
    expect(await dialogOf(page).getByRole('button', { name: SAVE }).isDisabled()).toBe(true);
    const calledOff = page.waitForEvent('requestfailed', (request) => request.url().endsWith(savePhoto.path));
    await press(page, CANCEL);
    await isClosed(page);
    await calledOff;
    await page.unroute(`**${savePhoto.path}`);
    await choose(page);
    await saveFrame(page);
  });

  test('what the browser can’t show is left to the form, and the server says why', async () => {
    const page = await openAs('tove', { expects: /^4\d\d / });
    const loads = countLoads(page);
    await field(page, UPLOAD).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await press(page, SAVE);
    await see(page, t('refusals:photo_unreadable'));
    await field(page, UPLOAD).setInputFiles({ ...file, buffer: file.buffer.subarray(0, -2) });
    await press(page, SAVE);
    await see(page, t('refusals:photo_cut_off'));
    expect(loads()).toBe(0);
  });

  test('it is removed in place, after a question', async () => {
    const page = await openAs('wanda');
    await choose(page);
    await saveFrame(page);
    await headPhoto(page).waitFor();
    const loads = countLoads(page);
    await press(page, REMOVE);
    const question = page.getByRole('alertdialog', { name: t('settings:photo.ask') });
    await question.getByRole('button', { name: REMOVE, exact: true }).click();
    await see(page, t('settings:done.photo_removed'));
    await headPhoto(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: REMOVE }).count()).toBe(0);
    expect(await field(page, UPLOAD).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(loads()).toBe(0);
  });
});

describe('without scripts', () => {
  test('a photo is sent by its button, replaced, and removed', async () => {
    const page = await openAs('vera', { javaScriptEnabled: false });
    await field(page, UPLOAD).setInputFiles(file);
    await send(page, SAVE);
    await see(page, t('settings:done.photo_saved'));
    expect(await coloursOf(page)).toBe('rrrrbbbb');
    const first = await headPhoto(page).getAttribute('src');
    await field(page, UPLOAD).setInputFiles({ ...file, buffer: await picture('png', { orientation: 3 }) });
    await send(page, SAVE);
    expect(await headPhoto(page).getAttribute('src')).not.toBe(first);
    await confirm(page, REMOVE);
    await see(page, t('settings:done.photo_removed'));
    expect(await headPhoto(page).count()).toBe(0);
    expect(await page.getByRole('button', { name: REMOVE }).count()).toBe(0);
  });

  test('one that is too large, none at all, and one that is no picture are refused with a sentence', async () => {
    const page = await openAs('tove', { javaScriptEnabled: false });
    await send(page, SAVE);
    expect(await errorsAt(page, UPLOAD)).toEqual([t('faults:file_required')]);
    const folder = await mkdtemp(join(tmpdir(), 'atrium-photo-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'me.jpg'), Buffer.concat([file.buffer, Buffer.alloc(8_000_000)]));
    await field(page, UPLOAD).setInputFiles(join(folder, 'me.jpg'));
    await send(page, SAVE);
    await see(page, t('refusals:photo_too_large'));
    await field(page, UPLOAD).setInputFiles({ ...file, buffer: Buffer.from('<!doctype html>') });
    await send(page, SAVE);
    await see(page, t('refusals:photo_unreadable'));
    await field(page, UPLOAD).setInputFiles({ ...file, buffer: file.buffer.subarray(0, -2) });
    await send(page, SAVE);
    await see(page, t('refusals:photo_cut_off'));
    expect(await headPhoto(page).count()).toBe(0);
  });
});
