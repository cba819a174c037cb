import { type FormEvent, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { TitledCard } from '#platform/web/ui/titled-card.tsx'
import {
  listMemberNotes,
  listMemberSessionNotes,
  type MemberNote,
  removeMemberNote,
  writeMemberNote,
} from '../contract/member-note.ts'
import { MemberList } from './member-lists-section.tsx'

type MemberNotesProps = {
  memberId: string
  first: ResponseOf<typeof listMemberNotes>
  ofSessions: ResponseOf<typeof listMemberSessionNotes>
}

export function MemberNotesSection({ memberId, first, ofSessions }: MemberNotesProps) {
  return (
    <TitledCard title="Notes">
      <p className="mb-4 text-muted">
        For administrators alone. The member is given them only with all that we know about them. What they should read
        belongs into the{' '}
        <Link to={`/admin/conversations/${memberId}`} className="link">
          conversation with them
        </Link>
        .
      </p>
      <NoteForm memberId={memberId} />
      <MemberList
        first={first}
        fetchPage={(cursor) => load(listMemberNotes, { params: { memberId }, query: { cursor } })}
        none="Nothing was noted yet."
      >
        {(note) => <Note memberId={memberId} note={note} />}
      </MemberList>
      {ofSessions.items.length > 0 ? (
        <div className="mt-6">
          <h4 className="mb-4 font-semibold">Of their sessions, by consultants</h4>
          <MemberList
            first={ofSessions}
            fetchPage={(cursor) => load(listMemberSessionNotes, { params: { memberId }, query: { cursor } })}
            none=""
          >
            {({ text, title, startsAt, isShared }) => (
              <>
                <p className="wrap-anywhere whitespace-pre-line">{text}</p>
                <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
                  {title}, {formatMoment(startsAt)}
                  <Badge tone={isShared ? 'info' : 'neutral'}>{isShared ? 'Shared with them' : 'Private'}</Badge>
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
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    const ending = await attempt(writeMemberNote, { params: { memberId }, body: { text } })
    setIsBusy(false)
    if (ending.state === 'failed') return setProblem(ending.errors?.text ?? ending.message)
    setText('')
    await revalidate()
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="mb-6 grid gap-3">
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <TextArea
        label="Another note"
        rows={3}
        maxLength={4_000}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" variant="secondary" size="small" className="justify-self-start" busy={isBusy}>
        Save the note
      </Button>
    </form>
  )
}

function Note({ memberId, note: { id, text, author, isOwn, writtenAt } }: { memberId: string; note: MemberNote }) {
  const { revalidate } = useRevalidator()
  const [problem, setProblem] = useState<string>()
  const remove = async () => {
    const ending = await attempt(removeMemberNote, { params: { memberId, noteId: id } })
    if (ending.state === 'failed') setProblem(ending.message)
    else await revalidate()
  }
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-line">{text}</p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
        {author ?? 'Somebody who has left'}, {formatMoment(writtenAt)}
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
