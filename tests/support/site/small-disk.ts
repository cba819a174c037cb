import { execFileSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Mounts a small disk in memory.
 * @throws if we are not allowed to mount
 */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  chmodSync(folder, 0o777)
  const filler = join(folder, 'filler')
  return {
    folder,
    /** Fills the disk to the last byte. */
    fill() {
      const file = openSync(filler, 'a')
      try {
        for (let size = 65_536; size >= 1; size = Math.floor(size / 2)) fillBy(file, size)
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    unmount() {
      execFileSync('umount', ['--lazy', folder])
      rmdirSync(folder)
    },
  }
}

function fillBy(file: number, size: number) {
  const bytes = Buffer.alloc(size)
  try {
    for (;;) writeSync(file, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
