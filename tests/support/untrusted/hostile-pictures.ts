import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk, pngSignature } from '../png.ts'
import type { RandomSource } from '../proof/random.ts'
import { damage, randomBytes } from './hostile-emails.ts'

const formats = ['jpeg', 'png', 'webp', 'gif', 'avif'] as const
const cachedPictures = new Map<string, Buffer>()

/** Caches the picture, because drawing it takes longer than damaging it. */
async function pictureAs(format: (typeof formats)[number]): Promise<Buffer> {
  const cached = cachedPictures.get(format)
  if (cached) return cached
  const create = { width: 300, height: 200, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } } as const
  const picture = await sharp({ create: { ...create, background: 'red' } })
    .toFormat(format)
    .toBuffer()
  cachedPictures.set(format, picture)
  return picture
}

/** Pictures that cost far more to open than to make, or are broken. */
export const hostilePictures: Record<string, (dice: RandomSource) => Buffer | Promise<Buffer>> = {
  'far too large': (dice) => png({ width: 50_000 + dice.whole(1_000_000), height: 50_000 }),
  // Just below MAX_PIXELS, which is 50,000,000.
  'as large as allowed, and empty': (dice) => png({ width: 7_000, height: 6_900 + dice.whole(200), isFilled: true }),
  'of an impossible size': (dice) => png({ width: dice.oneOf(0, 0x8000_0000, 0xffff_ffff), height: 1 }),
  'with a profile bomb': (dice) => png({ width: 9, height: 9, chunk: makeBomb('iCCP', dice) }),
  'with a text bomb': (dice) => png({ width: 9, height: 9, chunk: makeBomb('zTXt', dice) }),
  'of countless chunks': (dice) =>
    Buffer.concat([
      pngSignature,
      ...Array.from({ length: dice.whole(100_000) }, () => pngChunk('tEXt', Buffer.from('a\0b'))),
    ]),
  'of random bytes': (dice) => randomBytes(dice, dice.whole(100_000)),
  'that is an SVG': () =>
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    ),
  truncated: async (dice) => {
    const picture = await pictureAs(dice.oneOf(...formats))
    return picture.subarray(0, dice.whole(picture.length))
  },
  damaged: async (dice) => damage(dice, await pictureAs(dice.oneOf(...formats))),
  'with a damaged header': async (dice) => {
    const picture = await pictureAs(dice.oneOf(...formats))
    return Buffer.concat([damage(dice, picture.subarray(0, 200)), picture.subarray(200)])
  },
}

function png({
  width,
  height,
  isFilled = false,
  chunk = Buffer.alloc(0),
}: {
  width: number
  height: number
  isFilled?: boolean
  chunk?: Buffer
}) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Greyscale with one bit per pixel.
  head.set([1, 0], 8)
  const pixels = isFilled ? Buffer.alloc((Math.ceil(width / 8) + 1) * height) : Buffer.alloc(1_000)
  return Buffer.concat([
    pngSignature,
    pngChunk('IHDR', head),
    chunk,
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function makeBomb(name: 'iCCP' | 'zTXt', dice: RandomSource): Buffer {
  return pngChunk(
    name,
    Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc((50 + dice.whole(200)) * 1_048_576))]),
  )
}
