import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'

/** Of accounts from all over the table so many are looked at, to see whether many fit. */
const SAMPLE = 1_000

/** Where one in so many fits, the first of them are near the beginning of any list. */
const ONE_IN = 200

/**
 * Of the rows of `account`: whose address begins with what is searched, where that is most of an address; else whose
 * name or address has a word for each word of the search that begins with it. The planner cannot know how rare a word
 * is that nobody has: it would look for it through the whole list.
 */
export async function matchingAccounts(db: Db, search: string): Promise<RawBuilder<boolean>> {
  const words = wordsOf(search)
  if (words.length === 0) return sql<boolean>`false`
  // By words, half of all addresses would be gone through for the name of a large provider.
  if (await isBeginningOfAddress(db, search)) return beginsWith(search)
  const query = words.map((word) => `'${word}':*`).join(' & ')
  const fits = sql<boolean>`account.search_words @@ lower(${query})::tsquery`
  // Looked at one by one, in the order of the list: the planner, who takes them for few, would fetch and sort them all.
  if (await doManyFit(db, fits)) return sql<boolean>`coalesce(${fits}, false)`
  return sql<boolean>`account.id in (with found as materialized (select id from account where ${fits}) select id from found)`
}

function beginsWith(search: string): RawBuilder<boolean> {
  const beginning = `${search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`account.email_canonical like ${beginning}`
}

async function isBeginningOfAddress(db: Db, search: string): Promise<boolean> {
  if (!/^\s*[^\s@]+@/.test(search)) return false
  const { rows } = await sql`select from account where ${beginsWith(search)} limit 1`.execute(db)
  return rows.length > 0
}

/** Counting all that fit would take as long as there are. */
async function doManyFit(db: Db, fits: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ areMany: boolean }>`
    select count(*) filter (where ${fits}) * ${sql.lit(ONE_IN)} >= count(*) as "areMany"
    from account tablesample system ((
      select least(100, 100.0 * ${sql.lit(SAMPLE)} / greatest(reltuples, 1)) from pg_class where oid = 'account'::regclass
    ))`.execute(db)
  return rows[0]?.areMany ?? false
}

/** As the index splits names and addresses (`account.search_words`): what is between the words of ASCII is no part of any. */
function wordsOf(search: string): string[] {
  return search.split(/[\s!-/:-@[-`{-~]+/).filter(Boolean)
}
