export type Note = {
  /** In beats from the start. */
  start: number
  beats: number
  /** 60 is middle C. */
  pitch: number
  /** 1 to 127. */
  force: number
}

/** An instrument of General MIDI, from 0, and what it plays. */
export type Voice = { program: number; volume: number; pan: number; notes: Note[]; isPercussion?: boolean }

const TICKS_PER_BEAT = 480
const PERCUSSION_CHANNEL = 9
const [PROGRAM, CONTROL, NOTE_ON, NOTE_OFF] = [0xc0, 0xb0, 0x90, 0x80]
const controllers = { volume: 7, pan: 10, reverb: 91 }

type Event = { tick: number; bytes: number[] }

/** A piece as a Standard MIDI File with one track. */
export function toMidi(voices: Voice[], beatsPerMinute: number): Buffer {
  const beatMicroseconds = Math.round(60_000_000 / beatsPerMinute)
  const tempo = { tick: 0, bytes: [0xff, 0x51, 3, ...toBytes(beatMicroseconds, 3)] }
  const events = [tempo, ...voices.flatMap(voiceEvents)].sort((first, second) => first.tick - second.tick)
  const data: number[] = []
  let now = 0
  for (const { tick, bytes } of events) {
    data.push(...toVariableLength(tick - now), ...bytes)
    now = tick
  }
  data.push(0, 0xff, 0x2f, 0)
  const head = [
    ...Buffer.from('MThd'),
    ...toBytes(6, 4),
    ...toBytes(0, 2),
    ...toBytes(1, 2),
    ...toBytes(TICKS_PER_BEAT, 2),
  ]
  return Buffer.from([...head, ...Buffer.from('MTrk'), ...toBytes(data.length, 4), ...data])
}

function voiceEvents({ program, volume, pan, notes, isPercussion = false }: Voice, index: number): Event[] {
  const channel = isPercussion ? PERCUSSION_CHANNEL : index
  const set = (controller: number, value: number) => ({ tick: 0, bytes: [CONTROL | channel, controller, value] })
  const played = notes.flatMap(({ start, beats, pitch, force }) => [
    { tick: toTick(start), bytes: [NOTE_ON | channel, pitch, Math.round(force)] },
    { tick: toTick(start + beats), bytes: [NOTE_OFF | channel, pitch, 0] },
  ])
  const settings = [set(controllers.volume, volume), set(controllers.pan, pan), set(controllers.reverb, 70)]
  return [{ tick: 0, bytes: [PROGRAM | channel, program] }, ...settings, ...played]
}

const toTick = (beats: number) => Math.round(beats * TICKS_PER_BEAT)

function toBytes(value: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (value >> (8 * (count - 1 - index))) & 0xff)
}

function toVariableLength(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
