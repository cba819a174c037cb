import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

const web = 'src/**/web/**/*.test.{ts,tsx}'
const server = [
  'src/**/server/**/*.test.ts',
  'src/app/!(web)/**/*.test.ts',
  'src/{cli,demo}/**/*.test.ts',
  'packages/*/src/**/*.test.ts',
]

/**
 * docs/testing.md describes each project and its cost. Files of a worker share loaded modules, except those that a test
 * mocks.
 */
export default defineConfig({
  test: {
    setupFiles: ['tests/support/app/fail-on-console-error.ts'],
    // Ends only tests that hang, because other load on the machine changes how long a test takes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    retry: 0,
    // Not threads: V8 can crash when several in one process free the WebAssembly of embedded databases.
    pool: 'forks',
    isolate: false,
    // Tests that start a site mostly wait, so run two files at a time even on two cores.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: { name: 'rules', include: ['src/**/*.test.ts'], exclude: [...configDefaults.exclude, ...server, web] },
      },
      { extends: true, test: { name: 'server', include: server } },
      {
        extends: true,
        test: { name: 'web', include: [web], environment: 'jsdom', setupFiles: ['tests/support/web/set-up-window.ts'] },
      },
      { extends: true, test: { name: 'tree', include: ['tests/{architecture,documents}/**/*.test.ts'] } },
      { extends: true, test: { name: 'promises', include: ['tests/promises/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'processes',
          include: [
            'tests/processes/embedded/**/*.test.ts',
            'packages/*/tests/**/*.test.ts',
            'tests/operations/**/*.test.ts',
          ],
        },
      },
      { extends: true, test: { name: 'processes-on-postgres', include: ['tests/processes/postgres/**/*.test.ts'] } },
    ],
  },
})
