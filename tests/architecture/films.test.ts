import { readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filmSeconds, transcripts } from '#features/marketing/video/web/transcripts.ts'

const MAX_FILM_BYTES = 2_500_000

test.each(transcripts)('the captions of $service are those of its transcript, in step with its scenes', (film) => {
  const { name, music, scenes, sceneSeconds } = film
  const [head, ...cues] = readFileSync(`public/video/${name}.vtt`, 'utf8').trim().split('\n\n')
  const [heard, ...captions] = cues.map((cue) => {
    const [times = '', ...lines] = cue.split('\n')
    const [from = 0, to = 0] = times.split(' --> ').map(toSeconds)
    return { from, to, text: lines.join('\n') }
  })
  expect([head, heard?.text]).toEqual(['WEBVTT', `[${music}]`])
  expect(captions.map(({ text }) => text)).toEqual(scenes.map(({ caption }) => caption))
  for (const [index, { from, to }] of captions.entries()) {
    expect(Math.floor(from / sceneSeconds)).toBe(index)
    expect(to).toBeLessThan((index + 1) * sceneSeconds)
  }
})

test.each(transcripts)('a caption of $service can be read aloud while it is shown', ({ scenes, sceneSeconds }) => {
  const CHARACTERS_PER_SECOND = 20
  for (const { caption } of scenes) expect(caption.length / (sceneSeconds - 1)).toBeLessThan(CHARACTERS_PER_SECOND)
})

test.each(transcripts)('the files for $service exist and are small', ({ name }) => {
  for (const kind of ['mp4', 'webm']) expect(statSync(`public/video/${name}.${kind}`).size).toBeLessThan(MAX_FILM_BYTES)
  expect(statSync(`public/video/${name}.jpg`).size).toBeLessThan(150_000)
})

test.each(transcripts)('$service lasts as long as search engines are told', (film) => {
  expect(readSeconds(`public/video/${film.name}.mp4`)).toBeCloseTo(filmSeconds(film), 1)
})

/** An MP4's movie header has four bytes each of version, two times, units per second, and length in such units. */
function readSeconds(path: string): number {
  const file = readFileSync(path)
  const header = file.indexOf('mvhd') + 4
  return file.readUInt32BE(header + 16) / file.readUInt32BE(header + 12)
}

/** "00:07.300" */
function toSeconds(time: string): number {
  const [minutes = 0, seconds = 0] = time.split(':').map(Number)
  return minutes * 60 + seconds
}
