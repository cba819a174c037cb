import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { baseStyles, type Drawings, loadDrawings, openBrowser } from './stage.ts'

// `node scripts/media/make-images.ts` draws the icons and the pictures for shared links into public/. It needs ffmpeg
// and Chromium. The pictures are kept in the repository; a build does not make them. No picture shows the company's
// name, because the name is a setting.

const MAX_SHARED_PICTURE_BYTES = 60_000
const root = fileURLToPath(new URL('../../public/', import.meta.url))
const drawings = await loadDrawings()
const browser = await openBrowser()
const page = await browser.newPage()

const favicon = readFileSync(join(root, 'favicon.svg'), 'utf8')
await makeIcon('icon-192', 192)
await makeIcon('icon-512', 512)
await makeIcon('icon-maskable-512', 512, { isSquare: true, scale: 0.8 })
await makeIcon('apple-touch-icon', 180, { isSquare: true, scale: 1 })

await makeSharedPicture('home', 'Career, study abroad, small business', 'What comes next?', 'road')
await makeSharedPicture('my-future', 'MY FUTURE', 'From “I don’t know” to a plan you can act on.', 'road')
await makeSharedPicture('study-world', 'STUDY WORLD', 'The right course might be in another country.', 'globe')
await makeSharedPicture('biz-future', 'BIZ FUTURE', 'Your work is good. Let people see it.', 'bars')
await makeSharedPicture('about', 'About us', 'We help people decide what comes next.', 'globe')
await makeSharedPicture('contact', 'Contact', 'Ask us first.', 'road')
await browser.close()

async function makeIcon(name: string, size: number, { isSquare = false, scale = 1 } = {}) {
  // A square icon fills its corners, because the system cuts out its own shape.
  const svg = isSquare ? favicon.replace('rx="8"', '') : favicon
  await page.setViewportSize({ width: size, height: size })
  await page.setContent(
    `<style>* { margin: 0 } body { background: ${isSquare ? '#22303f' : 'transparent'} } svg { display: block; width: ${size}px; height: ${size}px; transform: scale(${scale}) }</style>${svg}`,
  )
  await shoot(join('icons', name), !isSquare)
}

async function makeSharedPicture(name: string, eyebrow: string, title: string, drawing: 'road' | 'globe' | 'bars') {
  await page.setViewportSize({ width: 1200, height: 630 })
  await page.setContent(sharedPicture(eyebrow, title, drawings[drawing]))
  await page.evaluate(() => document.fonts.ready)
  const file = await shoot(join('images/social', name), false)
  const { size } = statSync(file)
  if (size > MAX_SHARED_PICTURE_BYTES)
    throw new Error(`${name} is ${size} bytes, more than ${MAX_SHARED_PICTURE_BYTES}`)
}

function sharedPicture(eyebrow: string, title: string, drawing: Drawings['road']): string {
  return `<!doctype html><meta charset="utf-8"><style>${baseStyles}
main { position: relative; width: 1200px; height: 630px; }
div { position: absolute; left: 80px; top: 0; height: 630px; width: 580px; display: grid; align-content: center; }
p { color: #ffb300; font-weight: 600; font-size: 26px; display: flex; align-items: center; gap: 18px; }
p::before { content: ""; width: 52px; height: 3px; background: #ffb300; flex: none; }
h1 { margin-top: 26px; font-size: 64px; line-height: 1.1; letter-spacing: -0.015em; font-weight: 600; text-wrap: balance; }
main > svg:first-of-type { position: absolute; right: 40px; top: 55px; width: 560px; overflow: visible; }
</style><main>${drawing}<div><p>${eyebrow}</p><h1>${title}</h1></div></main>`
}

async function shoot(name: string, isTransparent: boolean): Promise<string> {
  const file = join(root, `${name}.png`)
  mkdirSync(join(file, '..'), { recursive: true })
  await page.screenshot({ path: file, omitBackground: isTransparent })
  if (!isTransparent) reduceColours(file)
  process.stdout.write(`${name}: ${statSync(file).size} bytes\n`)
  return file
}

/** A palette cuts the file to a third of its size without a visible difference, but has no partial transparency. */
function reduceColours(file: string) {
  const original = `${file}.whole.png`
  renameSync(file, original)
  const palette = 'split[a][b];[a]palettegen=max_colors=128:stats_mode=single[p];[b][p]paletteuse=dither=none'
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', original, '-vf', palette, file])
  rmSync(original)
}
