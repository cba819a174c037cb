import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'

/** The site's font is split by script. Characters are looked up in this order. */
export const scripts = ['latin', 'latin-ext', 'devanagari'] as const

export type Face = { weight: 400 | 600; script: (typeof scripts)[number] }

const resolve = createRequire(import.meta.url).resolve
const loaded = new Map<string, Uint8Array>()

/** Returns a font for pdfkit; each file is read once. */
export function loadFont({ weight, script }: Face): Uint8Array {
  const name = `@fontsource/poppins/files/poppins-${script}-${weight}-normal.woff`
  const font = loaded.get(name) ?? unpackFont(readFileSync(resolve(name)))
  loaded.set(name, font)
  return font
}

const SFNT_HEADER = 12
const SFNT_ENTRY = 16
const WOFF_HEADER = 44
const WOFF_ENTRY = 20

/** Converts WOFF 1 to TrueType once, so that pdfkit does not unpack it for every document. */
function unpackFont(woff: Buffer): Uint8Array {
  const count = woff.readUInt16BE(12)
  const font = Buffer.alloc(woff.readUInt32BE(16))
  woff.copy(font, 0, 4, 8)
  font.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  font.writeUInt16BE(2 ** power * 16, 6)
  font.writeUInt16BE(power, 8)
  font.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  let end = SFNT_HEADER + count * SFNT_ENTRY
  for (let index = 0; index < count; index += 1) {
    const entry = WOFF_HEADER + index * WOFF_ENTRY
    const offset = woff.readUInt32BE(entry + 4)
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(entry + 8))
    const length = woff.readUInt32BE(entry + 12)
    const table = packed.length < length ? inflateSync(packed) : packed
    const target = SFNT_HEADER + index * SFNT_ENTRY
    woff.copy(font, target, entry, entry + 4)
    woff.copy(font, target + 4, entry + 16, entry + 20)
    font.writeUInt32BE(end, target + 8)
    font.writeUInt32BE(length, target + 12)
    table.copy(font, end)
    end += Math.ceil(length / 4) * 4
  }
  return new Uint8Array(font)
}
