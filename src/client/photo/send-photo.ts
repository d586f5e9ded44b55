import { type Result, toResult } from '#contracts/call.ts';

const LIMIT_MS = 60_000;

type Sending = {
  /** Nothing when the line broke. */
  answer: Promise<Result<unknown> | undefined>;
  abort(): void;
};

/** `fetch` can't tell how much of a body is on its way, so this one call is made the old way. */
export function sendPhoto(address: string, photo: Blob, onProgress: (share: number) => void): Sending {
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append('photo', photo, 'photo');
  const answer = new Promise<Result<unknown> | undefined>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () =>
      resolve(toResult(request.status, request.getResponseHeader('retry-after'), request.response));
    request.onerror = request.ontimeout = request.onabort = () => resolve(undefined);
  });
  request.open('POST', address);
  request.responseType = 'json';
  request.timeout = LIMIT_MS;
  request.setRequestHeader('accept-language', document.documentElement.lang);
  request.send(form);
  return { answer, abort: () => request.abort() };
}
