import type { Sharp } from 'sharp'
import sharp from 'sharp'
import type { Parsed } from '../parser/open-parser.ts'

/** In pixels, large enough to be sharp on every screen at the size shown. */
const SIDE = 512
/** More than phone cameras produce. Each pixel takes four bytes while the picture is open. */
const MAX_PIXELS = 50_000_000

/** The image formats that browsers show. */
const acceptedFormats = { jpeg: true, png: true, webp: true, gif: true, heif: true } as Record<string, boolean>

// Blocks all other decoders (SVG, PDF, TIFF…), because each is an unnecessary attack surface.
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
// Caching is useless, because no two pictures are the same.
sharp.cache(false)
sharp.concurrency(1)

/**
 * Makes a picture upright, square and small, and removes the time and location that the camera recorded. Only the
 * parser process calls this, see `resize-image.ts`.
 */
export async function resizeImageInParser(file: Buffer): Promise<Parsed<Buffer, 'not-a-picture' | 'too-many-pixels'>> {
  try {
    // Reads only the header, so any size is safe here.
    const { format, width, height, compression } = await sharp(file, { limitInputPixels: false }).metadata()
    if (!acceptedFormats[format] || (format === 'heif' && compression !== 'av1')) return notAPicture
    if (width * height > MAX_PIXELS) return { ok: false, reason: 'too-many-pixels' }
    const resized = openPicture(file).autoOrient().resize(SIDE, SIDE, { fit: 'cover' }).webp({ quality: 82 })
    return { ok: true, value: await resized.toBuffer() }
  } catch {
    return notAPicture
  }
}

const notAPicture = { ok: false, reason: 'not-a-picture' } as const

/** Opens only the first frame of an animation. */
function openPicture(file: Buffer): Sharp {
  return sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 })
}
