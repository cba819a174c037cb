import type { Transcript } from '#features/marketing/video/web/transcripts.ts'

const MUSIC_SECONDS = 1.7

/** A film's captions: first what is heard, then a caption for each scene. */
export function toWebVtt({ scenes, sceneSeconds, music }: Transcript): string {
  const cues = scenes.map(({ caption }, index) => {
    const from = index * sceneSeconds + (index === 0 ? MUSIC_SECONDS + 0.1 : 0.3)
    return cue(from, (index + 1) * sceneSeconds - 0.1, caption)
  })
  return ['WEBVTT', cue(0.1, MUSIC_SECONDS, `[${music}]`), ...cues].join('\n\n').concat('\n')
}

const cue = (from: number, to: number, text: string) => `${toTime(from)} --> ${toTime(to)}\n${text}`

/** "00:07.300" */
function toTime(seconds: number): string {
  const minutes = String(Math.floor(seconds / 60)).padStart(2, '0')
  return `${minutes}:${(seconds % 60).toFixed(3).padStart(6, '0')}`
}
