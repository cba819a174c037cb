import { crc32, deflateSync } from 'node:zlib'

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const colours = { amber: [0xff, 0xb3, 0x00], blue: [0x38, 0x4e, 0x63] }

/** A valid PNG: a square in a single colour. */
export function makePng(colour: keyof typeof colours, size = 8): Buffer {
  const line = Buffer.from([0, ...Array(size).fill(colours[colour]).flat()])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  header.set([8, 2], 8)
  const pixels = deflateSync(Buffer.concat(Array(size).fill(line)))
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A chunk of a PNG file, with its length and checksum. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const typeAndContent = Buffer.concat([Buffer.from(name), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(typeAndContent), 4)
  return Buffer.concat([frame.subarray(0, 4), typeAndContent, frame.subarray(4)])
}
