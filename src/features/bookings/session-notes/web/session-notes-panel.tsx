import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { type Attempt, attempt, load } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { CheckboxField } from '#platform/web/ui/forms/checkbox-field.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { createSessionNote, deleteSessionNote, listSessionNotes, type SessionNote } from '../contract.ts'

type Notes = ResponseOf<typeof listSessionNotes>

/** Lists the consultant's notes about this member and lets them add new ones. */
export function SessionNotesPanel({ bookingId, firstPage }: { bookingId: string; firstPage: Notes }) {
  const list = useLoadMore<SessionNote>(firstPage, (cursor) =>
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
              <Note key={note.id} note={note} isOfSession={note.bookingId === bookingId} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">You haven’t written any notes about this member yet.</p>
        )}
        <LoadMore list={list} />
      </Card>
    </section>
  )
}

function Note({ note, isOfSession }: { note: SessionNote; isOfSession: boolean }) {
  const { revalidate } = useRevalidator()
  const { isBusy, problem, run } = useAction()
  const remove = async (): Promise<Attempt<unknown>> => {
    const result = await attempt(deleteSessionNote, { params: { noteId: note.id } })
    // If the note has already been deleted in another tab, the result is the same.
    const isDeleted = result.state === 'failed' && result.reason === 'note-not-found'
    return isDeleted ? { state: 'done', value: null, message: '' } : result
  }
  return (
    <li className="grid gap-2 py-4">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <Badge tone={note.isShared ? 'info' : 'neutral'}>{note.isShared ? 'Shared' : 'Private'}</Badge>
        {note.isByStaff ? <span>From an administrator</span> : null}
        <span>{formatMoment(note.writtenAt)}</span>
        {isOfSession ? null : <span>from {note.title}</span>}
      </p>
      <p className="max-w-prose whitespace-pre-line">{note.text}</p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {note.isByStaff ? null : (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-start"
          busy={isBusy}
          busyLabel="Removing…"
          onClick={() => run(remove, revalidate)}
        >
          Remove <span className="sr-only">the note from {formatMoment(note.writtenAt)}</span>
        </Button>
      )}
    </li>
  )
}

/** Private by default, because a note shared by mistake might be read before it can be deleted. */
const emptyNote = { text: '', isShared: false }

function SessionNoteForm({ bookingId }: { bookingId: string }) {
  const { revalidate } = useRevalidator()
  const [saved, setSaved] = useState<string>()
  const { form, field, isSubmitting, problem, submit } = useEndpointForm(bodyOf(createSessionNote), {
    defaultValues: emptyNote,
    fields: ['text'],
    send: (body) => {
      setSaved(undefined)
      return attempt(createSessionNote, { params: { bookingId }, body })
    },
    onDone: (_, message) => {
      form.reset(emptyNote)
      setSaved(message)
      return revalidate()
    },
  })

  return (
    <Form onSubmit={submit} aria-label="Write a note" className="grid gap-4">
      <TextArea label="New note" rows={4} {...field('text')} />
      <CheckboxField
        label="Share with the member"
        hint="They’ll see it on their session’s page. If you leave this unticked, only you and administrators can read it, but members who ask for a copy of their data get private notes too."
        {...field('isShared')}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {saved ? <Alert tone="success">{saved}</Alert> : null}
      <Button type="submit" className="justify-self-start" busy={isSubmitting} busyLabel="Saving…">
        Save note
      </Button>
    </Form>
  )
}
