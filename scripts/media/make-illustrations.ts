import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { packageSeeds } from '#features/catalogue/packages.ts'
import { packagePicture } from '#features/catalogue/web/package-pictures.ts'
import { day, dusk } from './illustrations/kit/light.ts'
import type { Picture } from './illustrations/kit/paper.ts'
import { type SceneName, scenes } from './illustrations/scenes.ts'
import { openBrowser } from './stage.ts'

// `node scripts/media/make-illustrations.ts [name…]` draws the site's illustrations into public/images/illustrations,
// by day and at dusk, lists their sizes beside the component that shows them, and draws those of packages once more for
// emails, into public/images/packages. It needs Chromium. The pictures are
// kept in the repository; a build does not make them. docs/brand.md says how they should look.

type PictureMeasures = { width: number; height: number; placeholder: string }

const MAX_PLACEHOLDER = 300
const MAX_EMAIL_PICTURE_BYTES = 40 * 1_024
/** Twice the size that emails show. */
const emailSize = { width: 1_008, height: 404 }
const folder = fileURLToPath(new URL('../../public/images/illustrations/', import.meta.url))
const emailFolder = fileURLToPath(new URL('../../public/images/packages/', import.meta.url))
const list = fileURLToPath(new URL('../../src/platform/web/ui/pictures.ts', import.meta.url))

const names = process.argv.slice(2)
const chosen = (Object.keys(scenes) as SceneName[]).filter((name) => names.length === 0 || names.includes(name))
const listed: Record<string, PictureMeasures> = existsSync(list) ? { ...(await import(list)).pictures } : {}
const browser = await openBrowser()
const page = await browser.newPage()
for (const name of chosen) listed[name] = await makeIllustration(page, name)
await browser.close()
writeFileSync(list, listFile())

function listFile(): string {
  return `// Written by scripts/media/make-illustrations.ts.

export const pictures = {
${Object.keys(scenes).map(listEntry).join('\n')}
}
`
}

function listEntry(name: string): string {
  const { width, height, placeholder } = listed[name] ?? failFor(name)
  return `  ${name.includes('-') ? `'${name}'` : name}: {
    width: ${width},
    height: ${height},
${wrapLongLine(`    placeholder: '${placeholder}',`)}
  },`
}

/** Wraps a long line in the same way as the formatter. */
function wrapLongLine(line: string): string {
  return line.length > 120 ? line.replace(': ', ':\n      ') : line
}

function failFor(name: string): never {
  throw new Error(`${name} was never made: run this script without a name`)
}

async function makeIllustration(openPage: Page, name: SceneName): Promise<PictureMeasures> {
  const picture = scenes[name](day)
  const { width, height } = picture
  const widths = [480, 640, 800, 1200, 1600].filter((each) => each <= width)
  rmSync(join(folder, name), { recursive: true, force: true })
  mkdirSync(join(folder, name), { recursive: true })
  const light = await shoot(openPage, picture)
  const dark = await shoot(openPage, scenes[name](dusk))
  for (const each of widths) {
    await encode(light, join(folder, name, `light-${each}`), each)
    await encode(dark, join(folder, name, `dark-${each}`), each)
  }
  for (const seed of packageSeeds) {
    if (packagePicture(seed) === name) await makeEmailPicture(light, seed.id)
  }
  return { width, height, placeholder: await toPlaceholder(light) }
}

async function shoot(openPage: Page, { width, height, svg }: Picture): Promise<Buffer> {
  await openPage.setViewportSize({ width, height })
  await openPage.setContent(`<style>* { margin: 0 } svg { display: block }</style>${svg}`)
  return openPage.screenshot()
}

async function encode(png: Buffer, file: string, width: number) {
  const picture = sharp(png).resize(width)
  // On a phone's dense screen no one sees the difference, and the picture arrives sooner. Heroes arrive first.
  const phoneQuality = file.includes('-hero/') ? 42 : 45
  const quality = width <= 800 ? phoneQuality : 52
  const { size } = await picture.clone().avif({ quality, effort: 4 }).toFile(`${file}.avif`)
  await picture.webp({ quality: 72, effort: 6, smartSubsample: true }).toFile(`${file}.webp`)
  process.stdout.write(`${file.slice(folder.length)}: ${Math.round(size / 1_024)} KiB\n`)
}

async function makeEmailPicture(png: Buffer, packageId: string) {
  mkdirSync(emailFolder, { recursive: true })
  const picture = sharp(png).resize({ ...emailSize, fit: 'cover' })
  for (const quality of [72, 66, 60, 54, 48]) {
    const file = await picture.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (file.length > MAX_EMAIL_PICTURE_BYTES) continue
    writeFileSync(join(emailFolder, `${packageId}.jpg`), file)
    return process.stdout.write(`${packageId} for emails: ${Math.round(file.length / 1_024)} KiB\n`)
  }
  throw new Error(`The picture of ${packageId} for emails is larger than ${MAX_EMAIL_PICTURE_BYTES} bytes`)
}

/** The picture at 16 pixels in Base64, which fills its place until it has loaded. */
async function toPlaceholder(png: Buffer): Promise<string> {
  const tiny = await sharp(png).resize(16).blur(0.6).webp({ quality: 30, effort: 6 }).toBuffer()
  const placeholder = tiny.toString('base64')
  if (placeholder.length > MAX_PLACEHOLDER)
    throw new Error(`The placeholder of a picture has ${placeholder.length} characters`)
  return placeholder
}
