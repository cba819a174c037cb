import { z } from 'zod'
import { missing } from './text.ts'

/** The base64 length of a 5 MB picture, which is a third longer than the file. */
export const MAX_PICTURE_BASE64 = 4 * Math.ceil(5_000_000 / 3)

/** A picture file in base64. */
export const PictureUpload = z
  .string(missing('Choose a picture'))
  .min(1, 'Choose a picture')
  .max(MAX_PICTURE_BASE64, 'Choose a picture no larger than 5 MB')
  .base64('Choose a picture')

export const pictureRefusals = {
  'not-a-picture': {
    status: 400,
    message: 'We can’t read this picture. Choose a JPEG, PNG, WebP, AVIF or GIF file.',
  },
  'too-many-pixels': { status: 400, message: 'This picture is too large. Choose a smaller one.' },
  'too-busy': { status: 503, message: 'We’re processing a lot of pictures right now. Try again in a few seconds.' },
} as const
