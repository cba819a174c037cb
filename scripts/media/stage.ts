import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, chromium } from '@playwright/test'
import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createServer } from 'vite'
import { findBrowser } from '../../tests/support/site/find-browser.ts'

const require = createRequire(import.meta.url)

/** The site's drawings as markup. Pictures and films use the same components as the pages. */
export type Drawings = { road: string; globe: string; bars: string; benefit: (name: string) => string }

export async function loadDrawings(): Promise<Drawings> {
  const vite = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, hmr: false },
  })
  const load = async (file: string, name: string): Promise<FunctionComponent<{ name?: string }>> =>
    (await vite.ssrLoadModule(`/src/features/marketing/${file}`))[name]
  const Road = await load('web/road-illustration.tsx', 'RoadDrawing')
  const Globe = await load('web/globe-illustration.tsx', 'GlobeDrawing')
  const Bars = await load('web/bars-illustration.tsx', 'BarsDrawing')
  const Benefit = await load('services/web/benefit-icons.tsx', 'BenefitDrawing')
  await vite.close()
  return {
    road: renderToStaticMarkup(createElement(Road)),
    globe: renderToStaticMarkup(createElement(Globe)),
    bars: renderToStaticMarkup(createElement(Bars)),
    benefit: (name) => renderToStaticMarkup(createElement(Benefit, { name })),
  }
}

/** Starts a browser that draws the same on every machine with the same Chromium. */
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
