import { defineConfig } from 'vitest/config'

// Not the site's own configuration: its router plug-in expects to serve pages.
export default defineConfig({
  test: { include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'], exclude: ['tests/e2e/**'] },
})
