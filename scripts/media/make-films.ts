import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { filmPage } from './film-page.ts'
import { type Film, films, SCENE_SECONDS } from './films.ts'
import { loadDrawings, openBrowser } from './stage.ts'

// `node scripts/media/make-films.ts [name]` draws the films for the service pages into public/video. It needs Chromium,
// and ffmpeg with libx264 and libvpx-vp9. The films are kept in the repository; a build does not make them.

const FRAMES_PER_SECOND = 25
const MAX_FILE_BYTES = 3_000_000
const folder = fileURLToPath(new URL('../../public/video/', import.meta.url))

mkdirSync(folder, { recursive: true })
const drawings = await loadDrawings()
const browser = await openBrowser()
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } })
const chosenName = process.argv[2]
for (const film of films.filter(({ name }) => !chosenName || name === chosenName)) {
  await page.setContent(filmPage(film, drawings))
  await page.evaluate(() => document.fonts.ready)
  await makeFilm(film, page)
}
await browser.close()

async function makeFilm(film: Film, filmPage: Page) {
  const frames = mkdtempSync(join(tmpdir(), 'film-'))
  const seconds = film.scenes.length * SCENE_SECONDS
  for (let frame = 0; frame < seconds * FRAMES_PER_SECOND; frame++) {
    await seek(filmPage, frame / FRAMES_PER_SECOND)
    await filmPage.screenshot({
      path: join(frames, `${String(frame).padStart(4, '0')}.jpg`),
      type: 'jpeg',
      quality: 97,
    })
  }
  const input = ['-framerate', String(FRAMES_PER_SECOND), '-i', join(frames, '%04d.jpg'), '-pix_fmt', 'yuv420p', '-an']
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv']
  const toVideoColours = ['-vf', 'scale=in_range=pc:out_range=tv:out_color_matrix=bt709', ...colours]
  const h264 = ['-c:v', 'libx264', '-preset', 'slow', '-crf', '23', '-profile:v', 'main', '-movflags', '+faststart']
  const vp9 = ['-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '33', '-deadline', 'good', '-cpu-used', '3', '-row-mt', '1']
  encode([...input, ...toVideoColours, ...h264], `${film.name}.mp4`)
  encode([...input, ...toVideoColours, ...vp9], `${film.name}.webm`)
  rmSync(frames, { recursive: true })

  await seek(filmPage, seconds - 1)
  await filmPage.screenshot({ path: join(folder, `${film.name}.jpg`), type: 'jpeg', quality: 82 })
  writeFileSync(join(folder, `${film.name}.vtt`), toWebVtt(film))
}

function seek(openPage: Page, seconds: number) {
  return openPage.evaluate((moment) => (window as unknown as { seek: (seconds: number) => void }).seek(moment), seconds)
}

function encode(options: string[], name: string) {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...options, join(folder, name)], { stdio: 'inherit' })
  const { size } = statSync(join(folder, name))
  if (size > MAX_FILE_BYTES) throw new Error(`${name} is ${size} bytes, more than ${MAX_FILE_BYTES}`)
  process.stdout.write(`${name}: ${Math.round(size / 1_000)} kB\n`)
}

function toWebVtt({ scenes }: Film): string {
  const cues = scenes.map(({ caption }, index) => {
    const from = formatTimestamp(index * SCENE_SECONDS + 0.3)
    const to = formatTimestamp((index + 1) * SCENE_SECONDS - 0.1)
    return `${from} --> ${to}\n${caption}`
  })
  return `${['WEBVTT', ...cues].join('\n\n')}\n`
}

/** "00:12.300" */
function formatTimestamp(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}
