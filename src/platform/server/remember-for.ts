import type { Context } from './context.ts'
import type { Db } from './db/tables.ts'

/** Reads at most once in each period, however often it is asked. What was read is remembered per database. */
export function rememberFor<Value>(periodMs: number, read: (db: Db, now: Date) => Promise<Value>) {
  const remembered = new WeakMap<Db, { readAt: number; value: Value }>()
  return async ({ db, now: clock }: Pick<Context, 'db' | 'now'>): Promise<Value> => {
    const now = clock()
    const last = remembered.get(db)
    const age = last ? now.getTime() - last.readAt : periodMs
    if (last && age >= 0 && age < periodMs) return last.value
    const value = await read(db, now)
    remembered.set(db, { readAt: now.getTime(), value })
    return value
  }
}
