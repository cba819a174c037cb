/** What goes with a package that ends before its time; undefined where nothing is booked. */
export function comingSessionsInWords(count: number): string | undefined {
  if (count === 0) return undefined
  return count === 1 ? 'the session of it that you have booked' : `the ${count} sessions of it that you have booked`
}
