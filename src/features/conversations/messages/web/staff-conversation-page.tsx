import { type RefObject, useRef, useState } from 'react'
import { useLoaderData } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmailText } from '#platform/web/ui/email-text.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { useAction } from '#platform/web/use-action.ts'
import {
  answerMember,
  followMemberConversation,
  getMemberConversation,
  markAnswered,
  renewReplyAddress,
} from '../contract.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { useLiveThread, useScrollToEnd, useThread } from './use-thread.ts'

export const meta = privateMeta('Conversation')

export const clientLoader = pageLoader(({ params }) => fetchPage(params.memberId ?? ''))

function fetchPage(memberId: string, cursor?: string) {
  return load(getMemberConversation, { params: { memberId }, query: { cursor } })
}

export default function StaffConversationPage() {
  const firstPage = useLoaderData<typeof clientLoader>()
  return <Conversation key={firstPage.member.id} firstPage={firstPage} />
}

type MemberConversation = Awaited<ReturnType<typeof fetchPage>>

function Conversation({ firstPage }: { firstPage: MemberConversation }) {
  const { member } = firstPage
  const params = { memberId: member.id }
  const thread = useThread(firstPage, (cursor) => fetchPage(member.id, cursor))
  const [waitingSince, setWaitingSince] = useState(firstPage.waitingSince)
  const [status, setStatus] = useState('')
  const marking = useAction()
  const renewing = useAction()
  const problem = marking.problem ?? renewing.problem
  const header = useRef<HTMLDivElement>(null)
  useKeepFocus(header, String(waitingSince))
  const newest = thread.messages.at(-1)
  const seenUntil = newest?.writtenAt ?? null
  const end = useScrollToEnd(newest?.id)
  useLiveThread(followMemberConversation, {
    memberId: member.id,
    onPage: (page) => {
      setWaitingSince(page.waitingSince)
      if (thread.merge(page).some(({ author }) => author === 'member')) setStatus(`A new message from ${member.name}`)
    },
    reload: () => fetchPage(member.id),
  })
  const markAsAnswered = () =>
    marking.run(
      () => attempt(markAnswered, { params, body: { seenUntil } }),
      (result, confirmation) => {
        setWaitingSince(result.waitingSince)
        setStatus(confirmation)
      },
    )
  const revokeAddresses = () =>
    renewing.run(
      () => attempt(renewReplyAddress, { params }),
      (_, confirmation) => setStatus(confirmation),
    )

  return (
    <>
      <BackLink to="/admin/conversations">Conversations</BackLink>
      <div ref={header} tabIndex={-1} className="grid gap-4 outline-none">
        <ConversationHeading
          member={member}
          waitingSince={waitingSince}
          onAnswered={markAsAnswered}
          onRenewAddress={revokeAddresses}
        />
        {problem ? <Alert tone="error">{problem}</Alert> : null}
      </div>
      <p role="status" className={status ? 'text-muted' : 'sr-only'}>
        {status}
      </p>
      <MessageList
        thread={thread}
        ownAuthor="company"
        getAuthorName={({ author, staffName }) => (author === 'member' ? member.name : (staffName ?? 'Us'))}
        formatTime={formatMoment}
        skippedFilesNote="We’ve told the member how to send us files."
      />
      <AnswerCard
        ref={end}
        member={member}
        seenUntil={seenUntil}
        onSent={({ waitingSince: nextWaitingSince, ...message }, confirmation) => {
          thread.add(message)
          setWaitingSince(nextWaitingSince)
          setStatus(confirmation)
        }}
      />
    </>
  )
}

type ConversationHeadingProps = Pick<MemberConversation, 'member' | 'waitingSince'> & {
  onAnswered: () => void
  onRenewAddress: () => void
}

function ConversationHeading({ member, waitingSince, onAnswered, onRenewAddress }: ConversationHeadingProps) {
  return (
    <>
      <PageHeading
        title={member.name}
        lead={<EmailText email={member.email} />}
        actions={
          <>
            <ButtonLink to={`/admin/members/${member.id}`} variant="quiet" size="small">
              View member
            </ButtonLink>
            {waitingSince ? (
              <Button variant="secondary" size="small" onClick={onAnswered}>
                Mark as answered
              </Button>
            ) : null}
            <Button variant="quiet" size="small" onClick={onRenewAddress}>
              Disable old reply addresses
            </Button>
          </>
        }
      />
      <p>
        {waitingSince ? (
          <Badge tone="warning">Waiting for a reply since {formatMoment(waitingSince)}</Badge>
        ) : (
          <Badge>No reply needed</Badge>
        )}
      </p>
    </>
  )
}

type AnswerCardProps = {
  ref: RefObject<HTMLDivElement | null>
  member: MemberConversation['member']
  seenUntil: string | null
  onSent: (result: ResponseOf<typeof answerMember>, confirmation: string) => void
}

function AnswerCard({ ref, member, seenUntil, onSent }: AnswerCardProps) {
  const staffId = useMember()?.id ?? ''
  return (
    <Card ref={ref}>
      <MessageForm
        label={`Your reply to ${member.name}`}
        draftKey={`answer-draft:${staffId}:${member.id}`}
        send={(body) => attempt(answerMember, { params: { memberId: member.id }, body: { ...body, seenUntil } })}
        onSent={onSent}
      />
      <p className="mt-4 max-w-prose text-sm text-muted">
        We’ll email it to the member and show it in their portal, under the company’s name.
      </p>
    </Card>
  )
}
