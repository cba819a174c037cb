import { expect, test } from 'vitest'
import { fuzzSite } from '../support/fuzz/fuzz-site.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'
import { isStressTest, stressTestSize } from '../support/proof/stress-test-size.ts'

// S9 in docs/promises.md. A reported problem includes its request; the same seed repeats the same requests.
const requests = stressTestSize('REQUESTS', 300)

test.each(isStressTest ? [1, 2, 3] : [1])(
  'every random request is answered in time, without a server error or internal details (seed %i)',
  async (seed) => {
    const { problems, answers, routes, reached, slowest } = await fuzzSite({ seed, requests, atOnce: 4 })
    recordMeasurement(
      'S9',
      `seed ${seed}: ${requests} requests to ${routes} routes (${reached.size} answered one with success), answers by status ${JSON.stringify(answers)}, ${problems.length} wrong, slowest ${Math.round(slowest)} ms`,
      '0 × 5xx, 0 over 6 s, 0 leaks',
    )
    expect(problems.slice(0, 20)).toEqual([])
    expect(problems).toHaveLength(0)
  },
)
