import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp, { type OverlayOptions } from 'sharp'
import { type Transcript, transcripts } from '#features/marketing/video/web/transcripts.ts'
import { bizFutureScenes } from './films/biz-future-film.ts'
import { toWebVtt } from './films/captions.ts'
import { drawLayer, drawSurface } from './films/draw-layers.ts'
import { frame, type Layer } from './films/film.ts'
import { type DrawnLayer, filmPage } from './films/film-page.ts'
import { composeMusic } from './films/music.ts'
import { myFutureScenes } from './films/my-future-film.ts'
import { studyWorldScenes } from './films/study-world-film.ts'
import { openBrowser } from './stage.ts'

// `node scripts/media/make-films.ts [name]` makes the films for the service pages in public/video: pictures, music,
// captions and posters. `--sheet FILE` only draws one frame a second, as a contact sheet. It needs Chromium, fluidsynth
// with the sound font FluidR3 (MIT licence), and ffmpeg with libx264, libvpx-vp9 and libopus. The films are kept in the
// repository; a build does not make them.

const FRAMES_PER_SECOND = 25
const MAX_FILE_BYTES = 2_500_000
const folder = fileURLToPath(new URL('../../public/video/', import.meta.url))
const scenes: Record<Transcript['name'], () => Layer[][]> = {
  'my-future': myFutureScenes,
  'study-world': studyWorldScenes,
  'biz-future': bizFutureScenes,
}

const sheetFlag = process.argv.indexOf('--sheet')
const sheetFile = sheetFlag > 0 ? process.argv[sheetFlag + 1] : undefined
const [chosenName] = process.argv.slice(2).filter((each) => transcripts.some(({ name }) => name === each))
mkdirSync(folder, { recursive: true })
const browser = await openBrowser()
for (const film of transcripts.filter(({ name }) => !chosenName || name === chosenName)) {
  const work = mkdtempSync(join(tmpdir(), 'film-'))
  const page = await openFilm(film, work)
  if (sheetFile) await makeContactSheet(film, page, sheetFile)
  else await makeFilm(film, page, work)
  await page.close()
  rmSync(work, { recursive: true })
}
await browser.close()

async function openFilm(film: Transcript, work: string): Promise<Page> {
  const page = await browser.newPage()
  const drawn: DrawnLayer[][] = []
  for (const [index, layers] of scenes[film.name]().entries()) {
    drawn[index] = []
    for (const [number, layer] of layers.entries()) {
      drawn[index].push(await drawLayer(page, work, `${index}-${number}.png`, layer))
    }
  }
  await drawSurface(page, work)
  writeFileSync(join(work, 'film.html'), filmPage(film, drawn))
  await page.setViewportSize(frame)
  await page.goto(`file://${join(work, 'film.html')}`)
  await page.evaluate(() => document.fonts.ready)
  return page
}

async function makeContactSheet({ scenes: { length }, sceneSeconds }: Transcript, page: Page, file: string) {
  const pictures: OverlayOptions[] = []
  const columns = 6
  for (let second = 0; second < length * sceneSeconds; second++) {
    const input = await sharp(await shoot(page, second + 0.5))
      .resize(400)
      .toBuffer()
    pictures.push({ input, left: (second % columns) * 400, top: Math.floor(second / columns) * 225 })
  }
  const height = Math.ceil(pictures.length / columns) * 225
  await sharp({ create: { width: 400 * columns, height, channels: 3, background: '#000000' } })
    .composite(pictures)
    .jpeg({ quality: 85 })
    .toFile(file)
}

async function makeFilm(film: Transcript, page: Page, work: string) {
  const seconds = film.scenes.length * film.sceneSeconds
  const frameCount = Math.round(seconds * FRAMES_PER_SECOND)
  for (let index = 0; index < frameCount; index++) {
    writeFileSync(
      join(work, `frame-${String(index).padStart(4, '0')}.jpg`),
      await shoot(page, index / FRAMES_PER_SECOND),
    )
  }
  const music = composeMusic(film, work)
  const pictures = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(work, 'frame-%04d.jpg')]
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const toVideoColours = [
    '-vf',
    'scale=in_range=pc:out_range=tv:out_color_matrix=bt709',
    '-pix_fmt',
    'yuv420p',
    ...colours,
  ]
  const input = [...pictures, '-i', music, ...toVideoColours, '-shortest', '-ac', '2']
  const h264 = ['-c:v', 'libx264', '-preset', 'slow', '-tune', 'animation', '-crf', '27', '-profile:v', 'high']
  encode([...input, ...h264, '-c:a', 'aac', '-b:a', '96k', '-movflags', '+faststart'], `${film.name}.mp4`)
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '38', '-deadline', 'good', '-cpu-used', '3', '-row-mt', '1']
  encode([...input, ...vp9, '-c:a', 'libopus', '-b:a', '72k'], `${film.name}.webm`)
  await sharp(await shoot(page, seconds - 1))
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(join(folder, `${film.name}.jpg`))
  writeFileSync(join(folder, `${film.name}.vtt`), toWebVtt(film))
}

async function shoot(page: Page, seconds: number): Promise<Buffer> {
  await page.evaluate((moment) => (window as unknown as { seek: (seconds: number) => void }).seek(moment), seconds)
  return page.screenshot({ type: 'jpeg', quality: 96 })
}

function encode(options: string[], name: string) {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, join(folder, name)], { stdio: 'inherit' })
  const { size } = statSync(join(folder, name))
  if (size > MAX_FILE_BYTES) throw new Error(`${name} is ${size} bytes, more than ${MAX_FILE_BYTES}`)
  process.stdout.write(`${name}: ${Math.round(size / 1_000)} kB\n`)
}
