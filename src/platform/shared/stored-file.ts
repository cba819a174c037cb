import { z } from 'zod'

export const MOST_FILE_MEGABYTES = 25
export const MOST_FILE_BYTES = MOST_FILE_MEGABYTES * 1_048_576

export const FileType = z.enum(['pdf', 'docx', 'xlsx', 'pptx', 'png', 'jpeg', 'webp', 'mp4', 'text', 'csv'])
export type FileType = z.infer<typeof FileType>

/** How a file of a type may end; the first is what a file without any of them is given. */
export const fileEndings = {
  pdf: ['.pdf'],
  docx: ['.docx'],
  xlsx: ['.xlsx'],
  pptx: ['.pptx'],
  png: ['.png'],
  jpeg: ['.jpg', '.jpeg'],
  webp: ['.webp'],
  mp4: ['.mp4', '.m4v'],
  text: ['.txt'],
  csv: ['.csv'],
} satisfies Record<FileType, [string, ...string[]]>

/** A file that is kept, as people see it. */
export const StoredFile = z.object({
  name: z.string(),
  type: FileType,
  /** Bytes. */
  size: z.int(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** The body of an endpoint with `upload`: a Blob where it is sent, a stream where it arrives. */
export const FileUpload = z.custom<Blob | AsyncIterable<Uint8Array>>(
  (value) => value instanceof Blob || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
  'Please send the file itself.',
)
export type FileUpload = z.infer<typeof FileUpload>

/** The query of an endpoint with `upload`. */
export const FileName = z.strictObject({
  name: z.string().trim().min(1, 'This file has no name').max(255, 'Please give this file a shorter name'),
})

/** What every endpoint with `upload` may say of the file. */
export const fileRefusals = {
  'file-too-large': {
    status: 413,
    message: `This file is larger than ${MOST_FILE_MEGABYTES} MB. Please choose a smaller one.`,
  },
  'uploads-under-way': {
    status: 429,
    message: 'Two of your files are on their way already. Please wait until one of them has arrived.',
  },
  'uploads-full': {
    status: 503,
    message: 'Many files are on their way at this moment. Please try again in a minute.',
  },
  'file-empty': { status: 400, message: 'This file is empty. Please choose another one.' },
  'file-type-unknown': {
    status: 400,
    message:
      'We cannot take this kind of file. Please send a PDF, a Word, Excel or PowerPoint file, a picture (PNG, JPEG or WebP), an MP4 film, plain text or CSV.',
  },
  'file-damaged': {
    status: 400,
    message: 'This file is damaged or incomplete. Please open it, save it again, and send the new one.',
  },
  'file-unsafe': {
    status: 400,
    message: 'This file holds macros, a password or far more than it seems. Please send it as a PDF instead.',
  },
} as const
