import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'

/** The number of accounts sampled to estimate whether matches are common. */
const SAMPLE_SIZE = 1_000

/** If at least one in this many accounts matches, the first matches are near the beginning of any list. */
const COMMON_MATCH_RATIO = 200

/**
 * Matches rows of `account`. If the search includes "@" and at least one email address begins with it, only such
 * addresses match. Otherwise each word in the search must be the beginning of a word in the name or address. A sample
 * decides which query runs, because the planner cannot estimate how rare a word is and would scan the whole list for a
 * word that no account has.
 * @param otherRows rows with the `id` of an account and `words` from other data by which it can be found
 */
export async function matchingAccounts(
  db: Db,
  search: string,
  otherRows?: RawBuilder<unknown>,
): Promise<RawBuilder<boolean>> {
  const words = splitWords(search)
  if (words.length === 0) return sql<boolean>`false`
  // If it included the domain of a large provider, a search by words would match half of all addresses.
  if (await isAddressPrefix(db, search)) return beginsWith(search)
  const query = words.map((word) => `'${word}':*`).join(' & ')
  const hasWords = sql<boolean>`account.search_words @@ lower(${query})::tsquery`
  const otherMatches =
    otherRows && sql`select other.id from (${otherRows}) other where other.words @@ lower(${query})::tsquery`
  // Checked row by row in list order, because the planner expects few matches and would fetch and sort them all.
  if (await hasManyMatches(db, hasWords)) {
    const isMatch = sql<boolean>`coalesce(${hasWords}, false)`
    return otherMatches ? sql<boolean>`(${isMatch} or account.id in (${otherMatches}))` : isMatch
  }
  const matchingIds = sql`select id from account where ${hasWords} ${otherMatches ? sql`union ${otherMatches}` : sql``}`
  return sql<boolean>`account.id in (with found as materialized (${matchingIds}) select id from found)`
}

function beginsWith(search: string): RawBuilder<boolean> {
  const prefix = `${search
    .trim()
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`account.email_canonical like ${prefix}`
}

async function isAddressPrefix(db: Db, search: string): Promise<boolean> {
  if (!/^\s*[^\s@]+@/.test(search)) return false
  const { rows } = await sql`select from account where ${beginsWith(search)} limit 1`.execute(db)
  return rows.length > 0
}

/** Uses a sample, because counting all matches takes longer the more there are. */
async function hasManyMatches(db: Db, hasWords: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ areMany: boolean }>`
    select count(*) filter (where ${hasWords}) * ${sql.lit(COMMON_MATCH_RATIO)} >= count(*) as "areMany"
    from account tablesample system ((
      select least(100, 100.0 * ${sql.lit(SAMPLE_SIZE)} / greatest(reltuples, 1)) from pg_class where oid = 'account'::regclass
    ))`.execute(db)
  return rows[0]?.areMany ?? false
}

/** Splits words at ASCII punctuation, as the index of names and addresses does (`account.search_words`). */
function splitWords(search: string): string[] {
  return search.split(/[\s!-/:-@[-`{-~]+/).filter(Boolean)
}
