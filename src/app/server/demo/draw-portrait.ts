import { crc32, deflateSync } from 'node:zlib'

type Colour = readonly [red: number, green: number, blue: number]

const SIZE = 320
const PAPER: Colour = [0xf4, 0xef, 0xe6]

/** Head and shoulders in one colour, as a PNG: a drawing, so that nobody takes it for a person (PRODUCT D16). */
export function drawPortrait(colour: Colour): Buffer {
  const lines = Array.from({ length: SIZE }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: SIZE }, (_, x) => (isInFigure(x, y) ? colour : PAPER)).flat()]),
  )
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  // Eight bits a channel, red, green and blue.
  header.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.concat(lines))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function isInFigure(x: number, y: number): boolean {
  const isHead = Math.hypot(x - SIZE / 2, y - SIZE * 0.4) < SIZE * 0.17
  const isShoulders = Math.hypot((x - SIZE / 2) / 1.25, y - SIZE * 0.95) < SIZE * 0.3
  return isHead || isShoulders
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), content])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(content.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
