/** No room, more than the user of the site may have, a file larger than may be, or a disk that fails. */
const fullCodes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']

/** True where room on the disk is the answer, not a programmer. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && fullCodes.includes(String(error.code))
}
