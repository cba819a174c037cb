import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** The last number that was given out, by the name of its series. */
export type Series = Record<string, number>

export async function readSeries(db: Db): Promise<Series> {
  const rows = await db.selectFrom('document_series').selectAll().orderBy('series').execute()
  return Object.fromEntries(rows.map((row) => [row.series, row.last_number]))
}

/** @returns the series that were behind, with the numbers that are passed over */
export async function raiseSeries(tx: Db, last: Series): Promise<{ series: string; from: number; until: number }[]> {
  const known = await readSeries(tx)
  const behind = Object.entries(last).filter(([series, number]) => number > (known[series] ?? 0))
  for (const [series, number] of behind) {
    await tx
      .insertInto('document_series')
      .values({ series, last_number: number })
      .onConflict((conflict) => conflict.column('series').doUpdateSet({ last_number: number }))
      .execute()
  }
  return behind.map(([series, until]) => ({ series, from: (known[series] ?? 0) + 1, until }))
}
