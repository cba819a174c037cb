import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadMore } from '#platform/web/ui/load-more.tsx'
import { useMore } from '#platform/web/use-more.ts'
import { listSessionNotes, removeSessionNote, type SessionNote } from '../contract/session-note.ts'
import { SessionNoteForm } from './session-note-form.tsx'

type Notes = ResponseOf<typeof listSessionNotes>

/** What the consultant has written of this member's sessions, and room for more. */
export function SessionNotesPanel({ bookingId, first }: { bookingId: string; first: Notes }) {
  const list = useMore<SessionNote>(first, (cursor) =>
    load(listSessionNotes, { params: { bookingId }, query: { cursor } }),
  )
  return (
    <section aria-labelledby="notes">
      <Card className="grid gap-6">
        <h3 id="notes" className="text-xl">
          Your notes
        </h3>
        <SessionNoteForm bookingId={bookingId} />
        {list.items.length > 0 ? (
          <ul aria-label="Notes" className="divide-y divide-line border-t border-line">
            {list.items.map((note) => (
              <Note key={note.id} note={note} isOfThis={note.bookingId === bookingId} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">You have not written anything about this member yet.</p>
        )}
        <LoadMore list={list} />
      </Card>
    </section>
  )
}

function Note({ note, isOfThis }: { note: SessionNote; isOfThis: boolean }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    setBusy(true)
    const ending = await attempt(removeSessionNote, { params: { noteId: note.id } })
    // What another tab has removed meanwhile is removed as well.
    if (ending.state === 'failed' && ending.reason !== 'note-not-found') setProblem(ending.message)
    else await revalidate()
    setBusy(false)
  }
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={note.isShared ? 'info' : 'neutral'}>{note.isShared ? 'Shared' : 'Private'}</Badge>
        <span>{formatMoment(note.writtenAt)}</span>
        {isOfThis ? null : <span>of {note.title}</span>}
      </p>
      <p className="max-w-prose whitespace-pre-line">{note.text}</p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button
        variant="quiet"
        size="small"
        className="justify-self-start"
        busy={isBusy}
        busyLabel="Removing…"
        onClick={remove}
      >
        Remove <span className="sr-only">the note of {formatMoment(note.writtenAt)}</span>
      </Button>
    </li>
  )
}
