import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transcript } from '#features/marketing/video/web/transcripts.ts'
import { between, seededRandom } from '../illustrations/kit/random.ts'
import { type Note, toMidi, type Voice } from './midi.ts'

// Each film has its own piece of twelve bars, two for a scene, composed here. FluidR3 gives it instruments; its licence
// (MIT) lets us publish what it plays.

const SOUND_FONT = '/usr/share/sounds/sf2/FluidR3_GM.sf2'
const BEATS_PER_SCENE = 8
const BEATS_PER_BAR = 4
const LOUDNESS = 'loudnorm=I=-18:TP=-2:LRA=11'

const instruments = {
  piano: 0,
  electricPiano: 4,
  musicBox: 10,
  vibraphone: 11,
  guitar: 24,
  bass: 32,
  cello: 42,
  pizzicato: 45,
  strings: 48,
  flute: 73,
}

/** A chord's notes from its bass upwards, as pitches; 48 is the C below middle C. */
type Chord = [bass: number, ...rest: number[]]

/** A tune: bar, beat, pitch and length in beats. */
type Tune = [bar: number, beat: number, pitch: number, beats: number][]

/** Composes a film's music into the folder and returns its file. */
export function composeMusic({ name, scenes, sceneSeconds }: Transcript, folder: string): string {
  const [midi, raw, wave] = ['music.mid', 'music-raw.wav', 'music.wav'].map((each) => join(folder, each)) as [
    string,
    string,
    string,
  ]
  writeFileSync(midi, toMidi(pieces[name](), (BEATS_PER_SCENE * 60) / sceneSeconds))
  execFileSync('fluidsynth', ['-niq', '-g', '0.6', '-r', '48000', '-F', raw, SOUND_FONT, midi])
  const seconds = scenes.length * sceneSeconds
  const fades = `afade=t=in:d=0.6,afade=t=out:st=${seconds - 2.6}:d=2.6`
  const trimmed = `apad=whole_dur=${seconds},atrim=0:${seconds},${fades}`
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-i',
    raw,
    '-af',
    `${trimmed},${measure(raw, trimmed)}`,
    '-ar',
    '48000',
    wave,
  ])
  return wave
}

/** Loudness in a second pass, so that the music keeps its own dynamics. */
function measure(file: string, trimmed: string): string {
  const command = `ffmpeg -hide_banner -i ${file} -af ${trimmed},${LOUDNESS}:print_format=json -f null - 2>&1`
  const output = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
  const found = JSON.parse(output.slice(output.lastIndexOf('{'), output.lastIndexOf('}') + 1))
  return `${LOUDNESS}:measured_I=${found.input_i}:measured_TP=${found.input_tp}:measured_LRA=${found.input_lra}:measured_thresh=${found.input_thresh}:offset=${found.target_offset}:linear=true`
}

const pieces: Record<Transcript['name'], () => Voice[]> = {
  'my-future': dawnPiece,
  'study-world': voyagePiece,
  'biz-future': streetPiece,
}

/** Piano over strings, in C. */
function dawnPiece(): Voice[] {
  const chords: Chord[] = [
    [48, 55, 60, 64],
    [47, 55, 59, 62],
    [45, 52, 60, 64],
    [41, 53, 57, 60],
    [48, 55, 60, 64],
    [52, 55, 59, 64],
    [41, 53, 57, 60],
    [43, 50, 59, 62],
    [45, 52, 60, 64],
    [41, 53, 57, 60],
    [43, 55, 60, 62],
    [48, 55, 60, 64],
  ]
  const tune: Tune = [
    [2, 0, 76, 1.5],
    [2, 2, 72, 2],
    [3, 0, 69, 1],
    [3, 1, 72, 1],
    [3, 2, 74, 2],
    [4, 0, 79, 2],
    [4, 2, 76, 1],
    [4, 3, 74, 1],
    [5, 0, 71, 2],
    [5, 2, 74, 2],
    [6, 0, 72, 1.5],
    [6, 2, 69, 2],
    [7, 0, 71, 1],
    [7, 1, 72, 1],
    [7, 2, 74, 2],
    [8, 0, 76, 1],
    [8, 1, 79, 1],
    [8, 2, 81, 2],
    [9, 0, 79, 1.5],
    [9, 2, 76, 2],
    [10, 0, 74, 1],
    [10, 1, 76, 1],
    [10, 2, 74, 1.5],
    [11, 0, 72, 4],
  ]
  return [
    { program: instruments.piano, volume: 100, pan: 58, notes: broken(chords, [0, 1, 2, 3, 2, 1, 2, 1], 50, 3) },
    { program: instruments.piano, volume: 104, pan: 70, notes: melody(tune, 62) },
    { program: instruments.strings, volume: 58, pan: 64, notes: held(chords, 44, 1) },
    { program: instruments.cello, volume: 62, pan: 54, notes: bassNotes(chords, 46) },
  ]
}

/** Guitar, strings and a flute, in D. */
function voyagePiece(): Voice[] {
  const chords: Chord[] = [
    [50, 57, 62, 66],
    [49, 57, 61, 64],
    [47, 54, 62, 66],
    [43, 55, 59, 62],
    [50, 57, 62, 66],
    [54, 57, 62, 69],
    [43, 55, 59, 62],
    [45, 57, 61, 64],
    [47, 54, 62, 66],
    [43, 55, 59, 66],
    [45, 57, 62, 64],
    [50, 57, 62, 66],
  ]
  const tune: Tune = [
    [2, 0, 74, 2],
    [2, 2, 78, 2],
    [3, 0, 76, 1.5],
    [3, 2, 74, 2],
    [4, 0, 69, 1],
    [4, 1, 74, 1],
    [4, 2, 78, 2],
    [5, 0, 81, 3],
    [6, 0, 79, 1],
    [6, 1, 78, 1],
    [6, 2, 74, 2],
    [7, 0, 76, 3.5],
    [8, 0, 78, 2],
    [8, 2, 74, 2],
    [9, 0, 71, 1],
    [9, 1, 74, 1],
    [9, 2, 76, 2],
    [10, 0, 74, 1.5],
    [10, 2, 73, 1.5],
    [11, 0, 74, 4],
  ]
  return [
    { program: instruments.guitar, volume: 108, pan: 52, notes: broken(chords, [0, 2, 1, 3, 2, 3, 1, 2], 62, 7) },
    { program: instruments.flute, volume: 62, pan: 74, notes: melody(tune, 54) },
    { program: instruments.strings, volume: 60, pan: 64, notes: held(chords, 46, 1) },
    { program: instruments.cello, volume: 58, pan: 60, notes: bassNotes(chords, 46) },
  ]
}

/** Electric piano, plucked strings and a soft shaker, in F. */
function streetPiece(): Voice[] {
  const chords: Chord[] = [
    [41, 57, 60, 64],
    [50, 57, 60, 65],
    [43, 58, 62, 65],
    [48, 58, 60, 64],
    [41, 57, 60, 64],
    [45, 55, 60, 64],
    [46, 58, 62, 65],
    [48, 58, 62, 64],
    [50, 57, 60, 65],
    [46, 58, 62, 65],
    [48, 58, 60, 64],
    [41, 57, 60, 65],
  ]
  const tune: Tune = [
    [2, 0, 74, 1],
    [2, 1.5, 77, 1],
    [2, 3, 79, 1],
    [3, 0, 76, 2],
    [4, 0, 72, 1],
    [4, 1.5, 76, 1],
    [4, 3, 77, 1],
    [5, 0, 79, 2],
    [5, 2.5, 76, 1],
    [6, 0, 77, 1],
    [6, 1.5, 74, 1],
    [6, 3, 72, 1],
    [7, 0, 74, 2.5],
    [8, 0, 77, 1],
    [8, 1.5, 81, 1],
    [8, 3, 79, 1],
    [9, 0, 77, 2],
    [10, 0, 76, 1],
    [10, 1.5, 74, 1],
    [10, 3, 72, 1],
    [11, 0, 77, 4],
  ]
  const shaker = chords.slice(2, 11).flatMap((_, bar) =>
    Array.from(
      { length: 8 },
      (_, eighth): Note => ({
        start: (bar + 2) * BEATS_PER_BAR + eighth / 2,
        beats: 0.2,
        pitch: 70,
        force: eighth % 2 ? 34 : 20,
      }),
    ),
  )
  return [
    { program: instruments.electricPiano, volume: 92, pan: 56, notes: offBeats(chords, 46) },
    {
      program: instruments.pizzicato,
      volume: 88,
      pan: 44,
      notes: broken(
        chords.map(([bass, ...rest]) => [bass + 12, ...rest]),
        [0, 1, 2, 3, 1, 2, 3, 2],
        52,
        11,
      ),
    },
    { program: instruments.vibraphone, volume: 84, pan: 78, notes: melody(tune, 58) },
    { program: instruments.bass, volume: 92, pan: 64, notes: walking(chords, 58) },
    { program: 0, volume: 60, pan: 74, notes: shaker, isPercussion: true },
  ]
}

/** A broken chord in quavers; the last bar only sounds once. Each note has its own force, as under a hand. */
function broken(chords: Chord[], pattern: number[], force: number, seed: number): Note[] {
  const random = seededRandom(seed)
  return chords.flatMap((chord, bar) => {
    const isLast = bar === chords.length - 1
    return (isLast ? [0, 1, 2, 3] : pattern).map((index, step): Note => {
      const start = bar * BEATS_PER_BAR + (isLast ? step * 0.16 : step / 2) + between(random, 0, 0.02)
      return {
        start,
        beats: isLast ? 4 : 0.9,
        pitch: chord[index] ?? chord[0],
        force: force + between(random, -7, 6) + (step === 0 ? 7 : 0),
      }
    })
  })
}

function held(chords: Chord[], force: number, fromBar: number): Note[] {
  return chords.flatMap(([, ...rest], bar) =>
    bar < fromBar
      ? []
      : rest.map((pitch): Note => ({ start: bar * BEATS_PER_BAR, beats: BEATS_PER_BAR, pitch, force })),
  )
}

function bassNotes(chords: Chord[], force: number): Note[] {
  return chords.map(([pitch], bar) => ({ start: bar * BEATS_PER_BAR, beats: 3.8, pitch, force }))
}

function walking(chords: Chord[], force: number): Note[] {
  return chords.flatMap(([pitch], bar): Note[] => {
    const start = bar * BEATS_PER_BAR
    const fifth = { start: start + 2.5, beats: 1, pitch: pitch + 7, force: force - 8 }
    return [
      { start, beats: bar === chords.length - 1 ? 4 : 1.6, pitch, force },
      ...(bar === chords.length - 1 ? [] : [fifth]),
    ]
  })
}

function offBeats(chords: Chord[], force: number): Note[] {
  return chords.flatMap(([, ...rest], bar) => {
    const beats = bar === chords.length - 1 ? [0] : [0.5, 1.5, 3]
    return beats.flatMap((beat) =>
      rest.map((pitch): Note => ({ start: bar * BEATS_PER_BAR + beat, beats: beat === 0 ? 4 : 0.7, pitch, force })),
    )
  })
}

function melody(tune: Tune, force: number): Note[] {
  return tune.map(([bar, beat, pitch, beats]) => ({
    start: bar * BEATS_PER_BAR + beat,
    beats: beats * 0.97,
    pitch,
    force: force + (beat === 0 ? 6 : 0),
  }))
}
