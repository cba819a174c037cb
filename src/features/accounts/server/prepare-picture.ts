import type { Sharp, SharpOptions } from 'sharp'
import { openQueue } from '#platform/server/work-queue.ts'
import { Refused } from '#platform/shared/refused.ts'

/** In pixels: sharp on every screen at the size it is shown. */
const SIDE = 512
/** More than any camera of a telephone takes; each costs four bytes while the picture is open. */
const MAX_PIXELS = 50_000_000
const MAX_SECONDS = 10

/** The kinds of pictures that browsers show. */
const isFormatTaken = { jpeg: true, png: true, webp: true, gif: true, heif: true } as Record<string, boolean>

const inQueue = openQueue({ atOnce: 1, waiting: 10, onFull: () => new Refused('too-busy') })

/**
 * A picture as we keep it: upright, square, small, and without what the camera noted about place and time.
 * @throws Refused not-a-picture, too-many-pixels, too-busy
 */
export function preparePicture(file: Buffer): Promise<{ content: Buffer; contentType: string }> {
  return inQueue(async () => {
    const sharp = await loadSharp()
    // Only the file's first lines are read, so its size may be anything yet.
    const { format, width, height, compression } = await sharp(file, { limitInputPixels: false })
      .metadata()
      .catch(unreadable)
    if (!isFormatTaken[format] || (format === 'heif' && compression !== 'av1')) unreadable()
    if (width * height > MAX_PIXELS) throw new Refused('too-many-pixels')
    const content = await openPicture(sharp, file)
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: MAX_SECONDS })
      .toBuffer()
      .catch(unreadable)
    return { content, contentType: 'image/webp' }
  })
}

type Open = (file: Buffer, options: SharpOptions) => Sharp

/** With the first picture: it takes 25 MB, which most processes never need. */
async function loadSharp(): Promise<Open> {
  const { default: sharp } = await import('sharp')
  // Nothing else is even looked at: the readers of other kinds (SVG, PDF, TIFF…) are doors that nobody needs.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpeg',
      'VipsForeignLoadPng',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif',
    ],
  })
  // No two pictures are the same.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}

/** Of a moving picture, the first frame. */
function openPicture(sharp: Open, file: Buffer) {
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
}

function unreadable(): never {
  throw new Refused('not-a-picture')
}
