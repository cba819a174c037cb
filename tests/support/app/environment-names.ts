import { readFileSync } from 'node:fs'

const source = readFileSync('src/app/config/environment.ts', 'utf8')

/** All environment variables that the site reads. */
export const environmentNames = [...source.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name)

/** The names of the settings in a file with lines like NAME=value. */
export function readSettingNames(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
}
