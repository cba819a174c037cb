import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { formatTimeInZone, zoneName } from '#platform/shared/local-time.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
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
  const firstPage = useLoaderData<typeof clientLoader>()
  const { companyName, timeZone, acceptsEmail } = firstPage
  const thread = useThread(firstPage, fetchPage)
  const [status, setStatus] = useState('')
  const draftKey = `conversation-draft:${useMember()?.id ?? ''}`
  const newest = thread.messages.at(-1)
  const newestUnreadAt = thread.messages.findLast(({ isUnread }) => isUnread)?.writtenAt
  const end = useScrollToEnd(newest?.id)
  useMarkRead(newestUnreadAt)
  useLiveThread(followConversation, {
    onPage: (page) => {
      const isAnswered = thread.merge(page).some(({ author }) => author === 'company')
      if (isAnswered) setStatus(`A new message from ${companyName}`)
    },
    reload: fetchPage,
  })

  return (
    <>
      {newest ? (
        <>
          <p className="text-muted">
            Your conversation with {companyName}. All times are {zoneName(timeZone)}.
          </p>
          <MessageList
            thread={thread}
            ownAuthor="member"
            getAuthorName={({ author }) => (author === 'member' ? 'You' : companyName)}
            formatTime={(moment) => formatTimeInZone(moment, timeZone)}
            isNew={({ isUnread }) => isUnread}
            skippedFilesNote={
              <>
                To send us files for a session, go to{' '}
                <Link to="/portal/bookings" className="link">
                  My Bookings
                </Link>
                .
              </>
            }
          />
        </>
      ) : (
        <Invitation companyName={companyName} />
      )}
      {/* Always rendered, because screen readers announce only changes to an existing status element. */}
      <p role="status" className="sr-only">
        {status}
      </p>
      <Card ref={end}>
        <MessageForm
          label={newest ? 'Your message' : 'Your first message'}
          draftKey={draftKey}
          send={(body) => attempt(sendMessage, { body })}
          onSent={(message, confirmation) => {
            thread.add({ ...message, isUnread: false })
            setStatus(confirmation)
          }}
        />
        <p className="mt-4 max-w-prose text-sm text-muted">
          We’ll also email you when we reply.
          {acceptsEmail ? ' You can reply to that email, and your reply will appear here.' : ''}
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
        Ask us anything about your packages and sessions or what comes next, or tell us if something isn’t right.
        Someone at {companyName} will read it and reply here, usually within two working days.
      </p>
    </Card>
  )
}

/** Marks messages as read once the page is visible. @param until time of the newest unread message */
function useMarkRead(until: string | undefined) {
  useEffect(() => {
    if (until === undefined) return
    const markRead = async () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', markRead)
      // A failure is harmless, because the next visit marks the messages as read. The bell is updated by its own
      // stream.
      await attempt(markConversationRead, { body: { until } })
    }
    document.addEventListener('visibilitychange', markRead)
    void markRead()
    return () => document.removeEventListener('visibilitychange', markRead)
  }, [until])
}
