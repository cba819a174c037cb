import { randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Database } from '#platform/server/db/open-database.ts'

type Entry = {
  displayName: string
  summary: string
  languages: string[]
  services: string[]
  picture: Buffer | null
  pictureType: string
  position: number
  publishedAt: Date | null
}

/** Inserts a published consultant with an account. Database constraints reject invalid entries. */
export async function insertConsultant(
  { database }: { database: Pick<Database, 'pool'> },
  details: Partial<Entry> = {},
) {
  const entry: Entry = {
    displayName: 'Ada Lovelace',
    summary: 'Listens first.',
    languages: ['en'],
    services: ['MY_FUTURE'],
    picture: makePng('amber'),
    pictureType: 'image/png',
    position: 0,
    publishedAt: new Date(),
    ...details,
  }
  const insert = async (sql: string, values: unknown[]) =>
    (await database.pool.query<{ id: string }>(`${sql} returning id`, values)).rows[0]?.id ?? ''
  const email = `${randomUUID()}@example.org`
  const accountId = await insert(
    `insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role,
      created_at)
     values ($1, $1, 'A', 'Consultant', '+447700900123', 'nobody logs in with this', 'consultant', now())`,
    [email],
  )
  const id = await insert(
    `insert into consultant (account_id, display_name, summary, languages, services, picture, picture_type, position,
      published_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      accountId,
      entry.displayName,
      entry.summary,
      entry.languages,
      entry.services,
      entry.picture,
      entry.picture && entry.pictureType,
      entry.position,
      entry.publishedAt,
    ],
  )
  return { id, accountId }
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const colours = { amber: [0xff, 0xb3, 0x00], blue: [0x38, 0x4e, 0x63] }

/** A valid PNG with a square of one colour. */
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

/** A part of a PNG file, with its length and checksum. */
export function pngChunk(name: string, content: Buffer): Buffer {
  const typeAndContent = Buffer.concat([Buffer.from(name), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(typeAndContent), 4)
  return Buffer.concat([frame.subarray(0, 4), typeAndContent, frame.subarray(4)])
}
