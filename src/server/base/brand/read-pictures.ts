import { readFileSync, statSync } from 'node:fs';
import type { FileFault } from '#server/base/file-faults.ts';

export type Picture = { type: 'image/svg+xml' | 'image/png'; bytes: Buffer };
type Read<T> = T | { wrong: Omit<FileFault, 'place'> };

const LOGO_KB = 64;
const ICON_KB = 512;
const ICON_SIZE = 512;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const SVG = /^\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg\b/s;
/** It is drawn as a picture, which runs nothing; opened alone it has a policy that allows nothing. */
const ACTIVE =
  /<!doctype|<!entity|<script|<foreignobject|<style|\bon\w+\s*=|(?:href|src)\s*=\s*["']\s*(?!#|data:image\/)/i;

export function readLogo(file: string): Read<Picture> {
  const read = readBytes(file, LOGO_KB);
  if ('wrong' in read) return read;
  const { bytes } = read;
  const size = sizeOfPng(bytes);
  if (size && size.width === size.height) return { type: 'image/png', bytes };
  const text = bytes.toString('utf8');
  if (SVG.test(text) && !ACTIVE.test(text)) return { type: 'image/svg+xml', bytes };
  return { wrong: { code: 'logo' } };
}

/** Smaller icons are drawn of it. */
export function readIcon(file: string): Read<{ bytes: Buffer }> {
  const read = readBytes(file, ICON_KB);
  if ('wrong' in read) return read;
  const { width, height } = sizeOfPng(read.bytes) ?? { width: 0, height: 0 };
  const isFit = width === height && width >= ICON_SIZE;
  return isFit ? read : { wrong: { code: 'icon', params: { size: ICON_SIZE } } };
}

function readBytes(file: string, maxKb: number): Read<{ bytes: Buffer }> {
  try {
    if (statSync(file).size > maxKb * 1024) return { wrong: { code: 'file_large', params: { max: maxKb } } };
    return { bytes: readFileSync(file) };
  } catch (error) {
    return { wrong: { code: 'no_file', params: { code: (error as NodeJS.ErrnoException).code ?? 'EIO' } } };
  }
}

function sizeOfPng(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, PNG.length).equals(PNG)) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
