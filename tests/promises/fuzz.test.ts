import { expect, test } from 'vitest'
import { fuzzSite } from '../support/fuzz/fuzz-site.ts'
import { noteFigure } from '../support/note-figure.ts'
import { isLongProof, proofSize } from '../support/proof-size.ts'

// SECURITY S9. A line of what it finds has the request in it; the same seed makes the same requests again.
const requests = proofSize('REQUESTS', 300)

test.each([1, 2, 3])(
  'whatever is sent to whichever address, by whomever, is answered, soon, and tells nothing of our insides (seed %i)',
  { timeout: isLongProof ? 3_600_000 : 120_000 },
  async (seed) => {
    const { problems, answers, routes, reached, slowest } = await fuzzSite({ seed, requests, atOnce: 4 })
    noteFigure(
      'S9',
      `seed ${seed}: ${requests} requests to ${routes} routes (${reached.size} answered one with success), answers by status ${JSON.stringify(answers)}, ${problems.length} wrong, slowest ${Math.round(slowest)} ms`,
      '0 × 5xx, 0 over 6 s, 0 leaks',
    )
    expect(problems.slice(0, 20)).toEqual([])
    expect(problems).toHaveLength(0)
  },
)
