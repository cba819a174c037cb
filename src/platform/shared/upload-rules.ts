import { z } from 'zod'

export const MAX_FILE_MEGABYTES = 25
export const MAX_FILE_BYTES = MAX_FILE_MEGABYTES * 1_048_576

export const FileType = z.enum(['pdf', 'docx', 'xlsx', 'pptx', 'png', 'jpeg', 'webp', 'mp4', 'text', 'csv'])
export type FileType = z.infer<typeof FileType>

/** File extensions by type. A file without a fitting extension gets the first one. */
export const fileExtensions = {
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

/** A stored file as users see it. */
export const StoredFile = z.object({
  name: z.string(),
  type: FileType,
  /** In bytes. */
  size: z.int(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** The body of an endpoint with `upload`: a Blob in the browser, a stream on the server. */
export const FileUpload = z.custom<Blob | AsyncIterable<Uint8Array>>(
  (value) => value instanceof Blob || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value),
  'Send the file itself.',
)
export type FileUpload = z.infer<typeof FileUpload>

/** The query of an endpoint with `upload`. */
export const FileName = z.strictObject({
  name: z.string().trim().min(1, 'This file has no name').max(255, 'Give this file a shorter name'),
})

/** Refusals that every endpoint with `upload` lists. */
export const fileRefusals = {
  'file-too-large': {
    status: 413,
    message: `This file is larger than ${MAX_FILE_MEGABYTES} MB. Choose a smaller one.`,
  },
  'uploads-in-progress': {
    status: 429,
    message: 'You’re already uploading two files. Wait until one of them has finished.',
  },
  'too-many-uploads': {
    status: 503,
    message: 'A lot of files are being uploaded right now. Try again in a minute.',
  },
  'file-empty': { status: 400, message: 'This file is empty. Choose another one.' },
  'file-type-unknown': {
    status: 400,
    message:
      'We can’t accept this type of file. Upload a PDF, a Word, Excel or PowerPoint file, a picture (PNG, JPEG or WebP), an MP4 video, plain text or a CSV.',
  },
  'file-damaged': {
    status: 400,
    message: 'This file is damaged or incomplete. Open it, save it again and upload the new copy.',
  },
  'file-unsafe': {
    status: 400,
    message:
      'This file is password-protected, or far too large once it’s unpacked. Save it without a password, or print it to PDF and upload that.',
  },
  'file-active': {
    status: 400,
    message:
      'This file contains macros, scripts, other files or links that load automatically. Save it without them, or print it to PDF and upload that.',
  },
  'file-virus': {
    status: 400,
    message: 'This file contains a virus or a virus scanner test. Choose another one.',
  },
} as const
