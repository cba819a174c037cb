import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { desktop } from './tests/e2e/support/screen-sizes.ts'
import { findBrowser } from './tests/support/site/find-browser.ts'

const executablePath = process.env.BROWSER_PATH ?? findBrowser()

export default defineConfig({
  // `npm test` runs the core; only `npm run test:full` runs the others.
  projects: ['core', 'full'].map((name) => ({ name, testDir: `tests/e2e/${name}` })),
  outputDir: 'test-results/journeys',
  reporter: [['list'], ['json', { outputFile: process.env.JOURNEYS_FILE ?? 'test-results/journeys.json' }]],
  retries: 0,
  // Journeys mostly wait, so two cores can run two at a time. More workers need a core each.
  workers: Math.max(2, availableParallelism() - 1),
  // Ends only tests that hang, because other load on the machine changes how long a journey takes.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  use: {
    viewport: desktop,
    screenshot: 'only-on-failure',
    // Journeys that fake the server cannot intercept a service worker; the journey about it allows it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Chromium's sandbox refuses to run as root, as on a build machine.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
