import { Refused } from '../../shared/refused.ts'
import type { Log } from '../log.ts'
import { openParser } from '../parser/open-parser.ts'
import type { resizeImageInParser } from './resize-image-in-parser.ts'

const resizeInParser = openParser<typeof resizeImageInParser>({
  inputKind: 'picture',
  module: new URL('./resize-image-in-parser.ts', import.meta.url),
  functionName: 'resizeImageInParser',
  timeLimitMs: 10_000,
  maxWaiting: 10,
  onFull: () => new Refused('too-busy'),
})

/** @throws Refused not-a-picture, too-many-pixels, too-busy */
export async function resizeImage(log: Log, file: Buffer): Promise<{ content: Buffer; contentType: string }> {
  const resized = await resizeInParser(log, () => file)
  if (resized.ok) return { content: resized.value, contentType: 'image/webp' }
  const isTooLarge = resized.reason === 'too-many-pixels' || resized.reason === 'too-much-memory'
  throw new Refused(isTooLarge ? 'too-many-pixels' : 'not-a-picture')
}
