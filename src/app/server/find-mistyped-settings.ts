/** A variable of the environment that nobody reads, and the setting whose name it nearly has. */
export type MistypedSetting = { given: string; meant: string }

/** Others have short names too: HOSTS is not PORT. */
const SHORTEST_NAME = 6
const FARTHEST = 2

/** What the operator has set in vain, most likely. A start says so and goes on: other programs have variables as well. */
export function findMistypedSettings(given: string[], known: string[]): MistypedSetting[] {
  const unknown = given.filter((name) => name.length >= SHORTEST_NAME && !known.includes(name))
  return unknown.flatMap((name) => {
    const meant = known.find((one) => one.length >= SHORTEST_NAME && countSlips(name, one) <= FARTHEST)
    return meant ? [{ given: name, meant }] : []
  })
}

/** Letters that are missing, too many or wrong, and neighbours that changed places, each counted once. */
function countSlips(given: string, meant: string): number {
  const rows: number[][] = [Array.from({ length: meant.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= given.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= meant.length; column += 1) {
      const isSame = given[row - 1] === meant[column - 1]
      const isSwapped = given[row - 1] === meant[column - 2] && given[row - 2] === meant[column - 1]
      const slips = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
      rows[row]?.push(slips)
    }
  }
  return at(given.length, meant.length)
}
