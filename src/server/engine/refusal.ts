/** Only a person can fix it; the message is one sentence for them. */
export class EngineRefusal extends Error {
  override name = 'EngineRefusal';
}

export function explainError(error: unknown, folder: string): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return fullDisk(folder);
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EngineRefusal(
        `The folder ${folder} can't be written to; change its permissions or set DATA_DIR to another folder.`,
      );
    case 'EEXIST':
    case 'ENOTDIR':
      return new EngineRefusal(`${folder} is not a folder; move it away or set DATA_DIR to another folder.`);
    default:
      return error;
  }
}

export function fullDisk(folder: string): EngineRefusal {
  return new EngineRefusal(`No space is left on the disk of ${folder}; free 200 MB or set DATA_DIR to another disk.`);
}
