import { UnknownKeyError } from './data-keys.ts'

export type SealResult = {
  /** Rows now encrypted with the first key. */
  sealed: number
  /** Rows that no key can decrypt, which stay unchanged. */
  unknown: number
}

const BATCH_SIZE = 100

/** Encrypts row by row with the first key. Skips and reports rows that no key can decrypt. */
export async function sealRows<Row extends { id: string }>({
  list,
  seal,
  onFailure,
}: {
  list: (after: string | undefined, limit: number) => Promise<Row[]>
  seal: (row: Row) => Promise<void>
  onFailure: (row: Row) => void
}): Promise<SealResult> {
  const result = { sealed: 0, unknown: 0 }
  for (let rows = await list(undefined, BATCH_SIZE); rows.length > 0; rows = await list(rows.at(-1)?.id, BATCH_SIZE)) {
    for (const row of rows) {
      try {
        await seal(row)
        result.sealed += 1
      } catch (error) {
        if (!(error instanceof UnknownKeyError)) throw error
        onFailure(row)
        result.unknown += 1
      }
    }
  }
  return result
}
