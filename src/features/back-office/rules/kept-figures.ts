/** Counting fewer rows than this takes some tens of milliseconds (docs/performance.md): each look counts them anew. */
export const FEW_ROWS = 10_000

/** They are counted every five minutes. Older ones were left by a job that stands still, or by a clock that was moved. */
const LONGEST_KEPT_MS = 15 * 60_000

/** Whether figures are shown as they were counted at an earlier moment. */
export function areShownAsKept({ asOf, rowCount }: { asOf: Date; rowCount: number }, now: Date): boolean {
  return rowCount >= FEW_ROWS && Math.abs(now.getTime() - asOf.getTime()) <= LONGEST_KEPT_MS
}
