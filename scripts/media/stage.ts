import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium } from '@playwright/test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'
import type * as Benefits from '#features/marketing/services/web/benefit-icons.tsx'
import type { BenefitIconName } from '#features/marketing/services/web/benefit-icons.tsx'
import type * as Bars from '#features/marketing/web/bars-illustration.tsx'
import type * as Globe from '#features/marketing/web/globe-illustration.tsx'
import type * as Road from '#features/marketing/web/road-illustration.tsx'
import { findBrowser } from '#tests/support/site/find-browser.ts'

const require = createRequire(import.meta.url)

/** The site's drawings as markup. Pictures and films use the same components as the pages. */
export type Drawings = {
  road: string
  globe: string
  bars: string
  benefit: (name: BenefitIconName) => string
}

export async function loadDrawings(): Promise<Drawings> {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, hmr: false },
  })
  const load = (file: string) => vite.ssrLoadModule(`/src/features/marketing/${file}`)
  const { RoadIllustration } = (await load('web/road-illustration.tsx')) as typeof Road
  const { GlobeIllustration } = (await load('web/globe-illustration.tsx')) as typeof Globe
  const { BarsIllustration } = (await load('web/bars-illustration.tsx')) as typeof Bars
  const { BenefitIcon } = (await load('services/web/benefit-icons.tsx')) as typeof Benefits
  await vite.close()
  return {
    road: renderToStaticMarkup(createElement(RoadIllustration)),
    globe: renderToStaticMarkup(createElement(GlobeIllustration)),
    bars: renderToStaticMarkup(createElement(BarsIllustration)),
    benefit: (name) => renderToStaticMarkup(createElement(BenefitIcon, { name })),
  }
}

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
.fill-primary { fill: #ffb300; }
.fill-secondary { fill: #22303f; }
.stroke-primary { stroke: #ffb300; }
.stroke-secondary { stroke: #22303f; }
.stroke-none { stroke: none; }
`

function fontFace(weight: number): string {
  const file = require.resolve(`@fontsource/poppins/files/poppins-latin-${weight}-normal.woff2`)
  const data = readFileSync(file).toString('base64')
  return `@font-face { font-family: Poppins; font-weight: ${weight}; src: url(data:font/woff2;base64,${data}); }`
}
