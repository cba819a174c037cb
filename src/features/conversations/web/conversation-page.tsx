import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { attempt, type Failed } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { load } from '#platform/web/load.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import {
  answerMember,
  followMemberConversation,
  getMemberConversation,
  markAnswered,
  renewReplyAddress,
} from '../contract/staff.ts'
import { MessageForm } from './message-form.tsx'
import { ThreadList } from './thread-list.tsx'
import { useLiveThread } from './use-live-thread.ts'
import { useSeenEnd } from './use-seen-end.ts'
import { useThread } from './use-thread.ts'

export function meta() {
  return [{ title: 'Conversation' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader({ params }: { params: { memberId?: string } }) {
  return fetchPage(params.memberId ?? '')
}
clientLoader.hydrate = true as const

function fetchPage(memberId: string, cursor?: string) {
  return load(getMemberConversation, { params: { memberId }, query: { cursor } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** For administrators: what a member and the company have written to each other. */
export default function ConversationPage() {
  const first = useLoaderData<typeof clientLoader>()
  return <Conversation key={first.member.id} first={first} />
}

function Conversation({ first }: { first: Awaited<ReturnType<typeof fetchPage>> }) {
  const { member } = first
  const params = { memberId: member.id }
  const thread = useThread(first, (cursor) => fetchPage(member.id, cursor))
  const [waitingSince, setWaiting] = useState(first.waitingSince)
  const [told, setTold] = useState('')
  const [failed, setFailed] = useState<Failed>()
  const draftKey = `answer-draft:${useMember()?.id ?? ''}:${member.id}`
  const place = useRef<HTMLDivElement>(null)
  useKeepFocus(place, String(waitingSince))
  const newest = thread.messages.at(-1)
  const seenUntil = newest?.writtenAt ?? null
  const end = useSeenEnd(newest?.id)
  useLiveThread(followMemberConversation, {
    memberId: member.id,
    onPage: (page) => {
      setWaiting(page.waitingSince)
      if (thread.take(page).some(({ author }) => author === 'member')) setTold(`A new message from ${member.name}`)
    },
    ask: () => fetchPage(member.id),
  })
  const press = async (asked: Promise<Failed | { state: 'done'; message: string }>) => {
    setFailed(undefined)
    const ending = await asked
    if (ending.state === 'failed') setFailed(ending)
    else setTold(ending.message)
  }
  const settle = async () => {
    const ending = await attempt(markAnswered, { params, body: { seenUntil } })
    if (ending.state === 'done') setWaiting(ending.value.waitingSince)
    return ending
  }

  return (
    <>
      <Link to="/admin/conversations" className="link link-alone inline-flex items-center gap-2 justify-self-start">
        <ArrowLeft aria-hidden="true" className="size-4" />
        Conversations
      </Link>
      <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
        <PageHeading
          title={member.name}
          lead={member.email}
          actions={
            <>
              {waitingSince ? (
                <Button variant="secondary" size="small" onClick={() => press(settle())}>
                  Mark as answered
                </Button>
              ) : null}
              <Button variant="quiet" size="small" onClick={() => press(attempt(renewReplyAddress, { params }))}>
                End the addresses of earlier mails
              </Button>
            </>
          }
        />
        <p>
          {waitingSince ? (
            <Badge tone="warning">Waits for an answer since {formatMoment(waitingSince)}</Badge>
          ) : (
            <Badge>Nobody waits for an answer</Badge>
          )}
        </p>
        {failed ? <Alert tone="error">{failed.message}</Alert> : null}
      </div>
      <p role="status" className={told ? 'text-muted' : 'sr-only'}>
        {told}
      </p>
      <ThreadList
        thread={thread}
        own="company"
        nameOf={({ author, staffName }) => (author === 'member' ? member.name : (staffName ?? 'We'))}
        timeOf={formatMoment}
        aboutFiles="The member is told how to give us files."
      />
      <Card ref={end}>
        <MessageForm
          label={`Your answer to ${member.name}`}
          draftKey={draftKey}
          send={(body) => attempt(answerMember, { params, body: { ...body, seenUntil } })}
          onSent={({ waitingSince: stillSince, ...message }, sentence) => {
            thread.add(message)
            setWaiting(stillSince)
            setTold(sentence)
          }}
        />
        <p className="mt-4 max-w-prose text-sm text-muted">
          It goes to the member by mail, and stands in their portal in the name of the company.
        </p>
      </Card>
    </>
  )
}
