import { readdirSync, readFileSync } from 'node:fs'

/**
 * Finds the Linux ids of the processes that parse untrusted input.
 * @param source the folder with their site's sources
 */
export function findParsers(source: string): string[] {
  const program = `${source}/src/platform/server/parser/parser-process.ts`
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name) && read(name, 'cmdline').includes(program))
}

export function isChildOf(pid: string, parent: number): boolean {
  return read(pid, 'status').includes(`\nPPid:\t${parent}\n`)
}

/** A process that has ended has no command line, even as a zombie. */
export function isRunning(pid: string): boolean {
  return read(pid, 'cmdline') !== ''
}

function read(pid: string, file: 'cmdline' | 'status'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
