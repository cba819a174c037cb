import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { findBrowser } from './tests/support/find-browser.ts'

const executablePath = process.env.BROWSER_PATH ?? findBrowser()

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/journeys',
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  retries: 0,
  // Journeys mostly wait, for pages and for people: two at a time use two cores well, and more need a core each.
  workers: Math.max(2, availableParallelism() - 1),
  timeout: 180_000,
  // How long a busy machine may take, and no measure of speed.
  expect: { timeout: 20_000 },
  use: {
    screenshot: 'only-on-failure',
    // What a worker asks for is out of reach for journeys that play the server; its own journey allows it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Chromium refuses to run as root, as a build machine does, inside its sandbox.
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
