import { randomInt } from 'node:crypto'

// No letters that are mistaken for figures when they are read out on the telephone.
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** "C-7KQ4-M2XD": short enough to be spelled, and it tells nobody how many there are. */
export function makeReference(initial: 'M' | 'C'): string {
  return `${initial}-${characters(4)}-${characters(4)}`
}

function characters(count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')
}
