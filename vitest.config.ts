import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.{ts,tsx}', 'tests/{architecture,promises,documents}/**/*.test.ts'],
    globalSetup: ['tests/support/database-image.ts'],
    setupFiles: ['tests/support/fail-on-console-error.ts'],
    // Starting a database takes longer than a unit test may; nothing here sleeps.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    retry: 0,
    restoreMocks: true,
  },
})
