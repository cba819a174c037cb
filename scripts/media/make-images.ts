import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { day, dusk } from './illustrations/kit/light.ts'
import { scenes } from './illustrations/scenes.ts'
import { type SocialPicture, socialPictures } from './social-pictures.ts'
import { baseStyles, openBrowser } from './stage.ts'

// `node scripts/media/make-images.ts [name…]` draws the icons and the pictures for shared links into public/; with
// names, only those pictures for shared links. It needs ffmpeg and Chromium. The pictures are kept in the repository; a
// build does not make them.

const MAX_SOCIAL_PICTURE_BYTES = 120 * 1_024
const social = { width: 1200, height: 630 }
/** The illustration fills the picture's right side, behind the sheet with the title. */
const sceneLeft = 330
const root = fileURLToPath(new URL('../../public/', import.meta.url))
const names = process.argv.slice(2)
const browser = await openBrowser()
const page = await browser.newPage()

const favicon = readFileSync(join(root, 'favicon.svg'), 'utf8')
if (names.length === 0) {
  await makeIcon('icon-192', 192)
  await makeIcon('icon-512', 512)
  await makeIcon('icon-maskable-512', 512, { isSquare: true, scale: 0.8 })
  await makeIcon('apple-touch-icon', 180, { isSquare: true, scale: 1 })
}
mkdirSync(join(root, 'images/social'), { recursive: true })
for (const picture of socialPictures) {
  if (names.length === 0 || names.includes(picture.name)) await makeSocialPicture(picture)
}
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

async function makeSocialPicture(picture: SocialPicture) {
  const { width, height, svg } = scenes[picture.scene](picture.isDusk ? dusk : day)
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>* { margin: 0 } svg { display: block }</style>${svg}`)
  const room = { width: social.width - sceneLeft, height: social.height }
  const scene = await sharp(await page.screenshot())
    .resize({ ...room, fit: 'cover', position: 'centre' })
    .toBuffer()
  await page.setViewportSize(social)
  await page.setContent(socialPage(picture, scene.toString('base64')))
  await page.evaluate(() => document.fonts.ready)
  const file = join(root, 'images/social', `${picture.name}.jpg`)
  const { size } = await sharp(await page.screenshot())
    .jpeg({ quality: 74, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toFile(file)
  process.stdout.write(`${picture.name}: ${size} bytes\n`)
  if (size > MAX_SOCIAL_PICTURE_BYTES)
    throw new Error(`${picture.name} is larger than ${MAX_SOCIAL_PICTURE_BYTES} bytes`)
}

/** A sheet of slate with the title, cut in a curve, on top of the illustration. */
function socialPage({ eyebrow, title }: SocialPicture, scene: string): string {
  const size = title.length > 44 ? 43 : title.length > 26 ? 50 : 58
  return `<!doctype html><meta charset="utf-8"><style>${baseStyles}
body { position: relative; width: 1200px; height: 630px; }
img, svg { position: absolute; top: 0; display: block; }
img { right: 0; }
svg { left: 0; filter: drop-shadow(3px 3px 4px #1b1f3a66) drop-shadow(14px 8px 22px #1b1f3a66); }
div { position: absolute; left: 64px; top: 0; height: 630px; width: 372px; display: grid; align-content: center; }
p { color: #ffb300; font-weight: 600; font-size: 25px; line-height: 1.25; }
p::before { content: ""; display: block; width: 52px; height: 4px; margin-bottom: 20px; background: #ffb300; }
h1 { margin-top: 16px; font-size: ${size}px; line-height: 1.14; letter-spacing: -0.015em; font-weight: 600; text-wrap: balance; }
</style><img src="data:image/png;base64,${scene}" alt=""><svg width="600" height="630" viewBox="0 0 600 630"><defs><linearGradient id="slate" x2="0.7" y2="1"><stop stop-color="#2b3b4d"/><stop offset="1" stop-color="#1d2935"/></linearGradient></defs><path d="M0 0H446C500 130 500 250 470 350S452 560 500 630H0z" fill="url(#slate)"/><path d="M446 0C500 130 500 250 470 350S452 560 500 630" fill="none" stroke="#fff" stroke-opacity="0.25" stroke-width="2"/></svg><div><p>${eyebrow}</p><h1>${title}</h1></div>`
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
