import { useEffect, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { formatTimeInZone } from '#platform/shared/local-time.ts'
import { describeTimeZone } from '#platform/shared/time-zone.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { followConversation, getConversation, markConversationRead, sendMessage } from '../contract.ts'
import { MessageForm } from './message-form.tsx'
import { MessageList } from './message-list.tsx'
import { useLiveThread, useScrollToEnd, useThread } from './use-thread.ts'

export const meta = privateMeta('Messages')

export const clientLoader = pageLoader(() => fetchPage())

function fetchPage(cursor?: string) {
  return load(getConversation, { query: { cursor } })
}

/** The member's conversation with the company. */
export default function MessagesPage() {
  const first = useLoaderData<typeof clientLoader>()
  const { companyName, timeZone, acceptsEmail } = first
  const thread = useThread(first, fetchPage)
  const [told, setTold] = useState('')
  const draftKey = `conversation-draft:${useMember()?.id ?? ''}`
  const newest = thread.messages.at(-1)
  const unread = thread.messages.findLast(({ isUnread }) => isUnread)?.writtenAt
  const end = useScrollToEnd(newest?.id)
  useMarkRead(unread)
  useLiveThread(followConversation, {
    onPage: (page) => {
      const isAnswered = thread.take(page).some(({ author }) => author === 'company')
      if (isAnswered) setTold(`A new message from ${companyName}`)
    },
    ask: fetchPage,
  })

  return (
    <>
      {newest ? (
        <>
          <p className="text-muted">
            Your conversation with {companyName}. All times are those of {describeTimeZone(timeZone)}.
          </p>
          <MessageList
            thread={thread}
            own="member"
            nameOf={({ author }) => (author === 'member' ? 'You' : companyName)}
            timeOf={(moment) => formatTimeInZone(moment, timeZone)}
            isNew={({ isUnread }) => isUnread}
            aboutFiles={<AboutFiles />}
          />
        </>
      ) : (
        <Invitation companyName={companyName} />
      )}
      {/* Always rendered, because screen readers announce only changes to an existing status element. */}
      <p role="status" className="sr-only">
        {told}
      </p>
      <Card ref={end}>
        <MessageForm
          label={newest ? 'Your message' : 'Your first message'}
          draftKey={draftKey}
          send={(body) => attempt(sendMessage, { body })}
          onSent={(message, sentence) => {
            thread.add({ ...message, isUnread: false })
            setTold(sentence)
          }}
        />
        <p className="mt-4 max-w-prose text-sm text-muted">
          We write to you by mail as well when we have answered.
          {acceptsEmail ? ' You can simply answer that mail: your answer arrives here.' : ''}
        </p>
      </Card>
    </>
  )
}

function Invitation({ companyName }: { companyName: string }) {
  return (
    <Card>
      <h2 className="text-xl">Write to us</h2>
      <p className="mt-2 max-w-prose">
        Ask us anything: about your packages and sessions, about what comes next, or when something is not as it should
        be. A person of {companyName} reads it and answers you here, usually within two working days.
      </p>
    </Card>
  )
}

function AboutFiles() {
  return (
    <>
      You give us files for a session under{' '}
      <Link to="/portal/bookings" className="link">
        My Bookings
      </Link>
      .
    </>
  )
}

/** Marks messages as read once the page is visible. @param until time of the newest unread message */
function useMarkRead(until: string | undefined) {
  useEffect(() => {
    if (until === undefined) return
    const read = async () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', read)
      // A failure is harmless, because the next visit marks them. The bell updates through its own stream.
      await attempt(markConversationRead, { body: { until } })
    }
    document.addEventListener('visibilitychange', read)
    void read()
    return () => document.removeEventListener('visibilitychange', read)
  }, [until])
}
