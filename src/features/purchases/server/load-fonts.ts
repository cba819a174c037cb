import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { unpackFont } from './unpack-font.ts'

/** The typeface of the site comes in parts, each for other characters: asked in this order for each of them. */
export const scripts = ['latin', 'latin-ext', 'devanagari'] as const

export type Face = { weight: 400 | 600; script: (typeof scripts)[number] }

const resolve = createRequire(import.meta.url).resolve
const loaded = new Map<string, Uint8Array>()

/** A font as pdfkit reads it, from the disk once. */
export function loadFont({ weight, script }: Face): Uint8Array {
  const name = `@fontsource/poppins/files/poppins-${script}-${weight}-normal.woff`
  const font = loaded.get(name) ?? unpackFont(readFileSync(resolve(name)))
  loaded.set(name, font)
  return font
}
