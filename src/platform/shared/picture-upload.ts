import { z } from 'zod'
import { missing } from './text.ts'

/** The base64 length of a 5 MB picture, which is a third longer than the file. */
export const MAX_PICTURE_BASE64 = 4 * Math.ceil(5_000_000 / 3)

/** A picture file in base64. */
export const PictureUpload = z
  .string(missing('Please choose a picture'))
  .min(1, 'Please choose a picture')
  .max(MAX_PICTURE_BASE64, 'Please choose a picture of at most 5 MB')
  .base64('Please choose a picture')

export const pictureRefusals = {
  'not-a-picture': {
    status: 400,
    message: 'We cannot read this picture. Please choose a JPEG, PNG, WebP, AVIF or GIF file.',
  },
  'too-many-pixels': { status: 400, message: 'This picture is too large. Please choose a smaller one.' },
  'too-busy': { status: 503, message: 'Many pictures arrive right now. Please try again in a few seconds.' },
} as const
