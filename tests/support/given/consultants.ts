import { randomUUID } from 'node:crypto'
import type { Database } from '#platform/server/db/open-database.ts'
import { makePng } from '../png.ts'

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
