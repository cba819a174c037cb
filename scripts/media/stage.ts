import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium } from '@playwright/test'
import { findBrowser } from '#tests/support/site/find-browser.ts'

const require = createRequire(import.meta.url)

/** Starts a browser that draws identically on every machine with the same version of Chromium. */
export function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu', '--force-color-profile=srgb'],
  })
}

/** The site's colours and fonts, for a page without its style sheet. */
export const baseStyles = `
${[400, 600].map(fontFace).join('\n')}
* { margin: 0; box-sizing: border-box; }
body { background: #22303f; color: #fff; font-family: Poppins; overflow: hidden; }
`

function fontFace(weight: number): string {
  const file = require.resolve(`@fontsource/poppins/files/poppins-latin-${weight}-normal.woff2`)
  const data = readFileSync(file).toString('base64')
  return `@font-face { font-family: Poppins; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}); }`
}
