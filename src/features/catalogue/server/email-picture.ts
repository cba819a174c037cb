import type { EmailPicture } from '#platform/server/email/email-template.ts'
import { packageSeeds } from '../packages.ts'

/**
 * The picture of a package in an email, or undefined if none was drawn for it. The address never changes, because sent
 * emails show the picture as long as they are kept, and it is the same for everybody, so that it tells nothing about
 * who opens an email. Outlook shows JPEG, but not WebP. Made by scripts/media/make-illustrations.ts.
 */
export function packageEmailPicture(packageId: string, publicUrl: string): EmailPicture | undefined {
  const isDrawn = packageSeeds.some(({ id }) => id === packageId)
  return isDrawn ? { url: `${publicUrl}/images/packages/${packageId}.jpg`, width: 504, height: 202 } : undefined
}
