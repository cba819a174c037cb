import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'tests/{architecture,promises,documents,operations}/**/*.test.ts',
      // Only a server has room for several processes.
      ...(process.env.TEST_DATABASE_URL ? ['tests/processes/**/*.test.ts'] : []),
    ],
    globalSetup: ['tests/support/database-image.ts'],
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    // Starting a database takes longer than a unit test may; nothing here sleeps.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    retry: 0,
    // A thread starts in a third of the time of a process, and each file still has modules of its own.
    pool: 'threads',
    // Tests that start a site wait for it most of the time: also where there are two cores, two files go at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    restoreMocks: true,
  },
})
