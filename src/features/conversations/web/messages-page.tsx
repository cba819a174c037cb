import { useEffect, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import { useMember } from '#features/accounts/web/public.tsx'
import { timeInWords } from '#platform/shared/local-time.ts'
import { zoneInWords } from '#platform/shared/time-zone.ts'
import { attempt } from '#platform/web/attempt.ts'
import { load } from '#platform/web/load.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { followConversation, getConversation, readConversation, sendMessage } from '../contract.ts'
import { MessageForm } from './message-form.tsx'
import { ThreadList } from './thread-list.tsx'
import { useLiveThread } from './use-live-thread.ts'
import { useSeenEnd } from './use-seen-end.ts'
import { useThread } from './use-thread.ts'

export function meta() {
  return [{ title: 'Messages' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader() {
  return fetchPage()
}
clientLoader.hydrate = true as const

function fetchPage(cursor?: string) {
  return load(getConversation, { query: { cursor } })
}

export function ErrorBoundary() {
  return <LoadProblem />
}

/** The one conversation of a member with the company. */
export default function MessagesPage() {
  const first = useLoaderData<typeof clientLoader>()
  const { companyName, timeZone, takesMail } = first
  const thread = useThread(first, fetchPage)
  const [told, setTold] = useState('')
  const draftKey = `conversation-draft:${useMember()?.id ?? ''}`
  const newest = thread.messages.at(-1)
  const unread = thread.messages.findLast(({ isUnread }) => isUnread)?.writtenAt
  const end = useSeenEnd(newest?.id)
  useReading(unread)
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
            Your conversation with {companyName}. All times are those of {zoneInWords(timeZone)}.
          </p>
          <ThreadList
            thread={thread}
            own="member"
            nameOf={({ author }) => (author === 'member' ? 'You' : companyName)}
            timeOf={(moment) => timeInWords(moment, timeZone)}
            isNew={({ isUnread }) => isUnread}
            aboutFiles={<AboutFiles />}
          />
        </>
      ) : (
        <Invitation companyName={companyName} />
      )}
      {/* It stays where it is, or its first words would not be heard. */}
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
          {takesMail ? ' You can simply answer that mail: your answer arrives here.' : ''}
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

/** What stands on a page that somebody looks at is read. @param until the newest that is unread */
function useReading(until: string | undefined) {
  useEffect(() => {
    if (until === undefined) return
    const read = async () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', read)
      // Where it fails it is read the next time; the bell hears of it by itself.
      await attempt(readConversation, { body: { until } })
    }
    document.addEventListener('visibilitychange', read)
    void read()
    return () => document.removeEventListener('visibilitychange', read)
  }, [until])
}
