import { readFileSync } from 'node:fs'

const source = readFileSync('src/app/server/config.ts', 'utf8')

/** Every variable that the site reads. */
export const environmentNames = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name)

/** The names that a file of settings sets: lines like NAME=value. */
export function namesIn(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
}
