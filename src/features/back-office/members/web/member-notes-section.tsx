import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt, load } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TitledCard } from '#platform/web/ui/card.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { useAction } from '#platform/web/use-action.ts'
import {
  listMemberNotes,
  listMemberSessionNotes,
  type MemberNote,
  removeMemberNote,
  writeMemberNote,
} from '../contract.ts'
import { MemberList } from './member-list-section.tsx'

type MemberNotesProps = {
  memberId: string
  first: ResponseOf<typeof listMemberNotes>
  sessionNotes: ResponseOf<typeof listMemberSessionNotes>
}

export function MemberNotesSection({ memberId, first, sessionNotes }: MemberNotesProps) {
  return (
    <TitledCard title="Notes">
      <p className="mb-4 text-muted">
        Only administrators can see these notes, unless the member asks for their data. If there’s something they should
        know,{' '}
        <Link to={`/admin/conversations/${memberId}`} className="link">
          message the member
        </Link>
        .
      </p>
      <NoteForm memberId={memberId} />
      <MemberList
        first={first}
        fetchPage={(cursor) => load(listMemberNotes, { params: { memberId }, query: { cursor } })}
        emptyText="No notes yet."
      >
        {(note) => <Note memberId={memberId} note={note} />}
      </MemberList>
      {sessionNotes.items.length > 0 ? (
        <div className="mt-6">
          <h4 className="mb-4 font-semibold">Consultants’ session notes</h4>
          <MemberList
            first={sessionNotes}
            fetchPage={(cursor) => load(listMemberSessionNotes, { params: { memberId }, query: { cursor } })}
            emptyText=""
          >
            {({ text, title, startsAt, isShared }) => (
              <>
                <p className="wrap-anywhere whitespace-pre-line">{text}</p>
                <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                  {title}, {formatMoment(startsAt)}
                  <Badge tone={isShared ? 'info' : 'neutral'}>{isShared ? 'Shared with member' : 'Private'}</Badge>
                </p>
              </>
            )}
          </MemberList>
        </div>
      ) : null}
    </TitledCard>
  )
}

function NoteForm({ memberId }: { memberId: string }) {
  const { revalidate } = useRevalidator()
  const [text, setText] = useState('')
  const { isBusy, errors, problem, run } = useAction()
  const submit = () => {
    void run(
      () => attempt(writeMemberNote, { params: { memberId }, body: { text } }),
      () => {
        setText('')
        void revalidate()
      },
    )
  }
  return (
    <Form onSubmit={submit} className="mb-6 grid gap-3">
      {problem ? <Alert tone="error">{errors.text ?? problem}</Alert> : null}
      <TextArea
        label="New note"
        rows={3}
        maxLength={4_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="secondary" size="small" className="justify-self-start" busy={isBusy}>
        Save note
      </Button>
    </Form>
  )
}

function Note({ memberId, note: { id, text, author, isOwn, writtenAt } }: { memberId: string; note: MemberNote }) {
  const { revalidate } = useRevalidator()
  const { problem, run } = useAction()
  const remove = () => run(() => attempt(removeMemberNote, { params: { memberId, noteId: id } }), revalidate)
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        {author ?? 'Deleted account'}, {formatMoment(writtenAt)}
        {isOwn ? (
          <button type="button" onClick={remove} className="link min-h-6 cursor-pointer">
            Remove <span className="sr-only">this note</span>
          </button>
        ) : null}
      </p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
    </>
  )
}
