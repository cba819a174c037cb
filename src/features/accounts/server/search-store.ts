import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'

/** So many are looked up by the index of words; where more fit, the first of them are near the beginning of any list. */
const FEW = 10_000

/**
 * Of the rows of `account`: whose name or address has a word for each word of the search that begins with it. The
 * planner cannot know how rare a word is that nobody has: it would look for it through the whole list.
 */
export async function matchingAccounts(db: Db, search: string): Promise<RawBuilder<boolean>> {
  const words = wordsOf(search)
  if (words.length === 0) return sql<boolean>`false`
  const query = words.map((word) => `'${word}':*`).join(' & ')
  const fits = sql<boolean>`account.search_words @@ lower(${query})::tsquery`
  const { rows } = await sql<{ areFew: boolean }>`
    select count(*) <= ${FEW} as "areFew" from (select from account where ${fits} limit ${FEW + 1}) as found
  `.execute(db)
  if (!rows[0]?.areFew) return fits
  return sql<boolean>`account.id in (with found as materialized (select id from account where ${fits}) select id from found)`
}

/** As the index splits names and addresses (`account.search_words`): what is between the words of ASCII is no part of any. */
function wordsOf(search: string): string[] {
  return search.split(/[\s!-/:-@[-`{-~]+/).filter(Boolean)
}
