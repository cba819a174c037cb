import type { SessionNote } from '../contract/session-note.ts'
import type { NoteRow } from './note-store.ts'

export function showSessionNote({ startsAt, writtenAt, ...note }: NoteRow): SessionNote {
  return { ...note, startsAt: startsAt.toISOString(), writtenAt: writtenAt.toISOString() }
}
