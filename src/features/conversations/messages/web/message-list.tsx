import { type ReactNode, useRef } from 'react'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import type { Message } from '../contract.ts'

type MessageListProps<Item extends Message> = {
  thread: {
    messages: Item[]
    hasEarlier: boolean
    isLoading: boolean
    problem: string | undefined
    loadEarlier: () => void
  }
  /** The author whose messages appear on the right. */
  ownAuthor: Message['author']
  getAuthorName: (message: Item) => string
  formatTime: (moment: string) => string
  isNew?: (message: Item) => boolean
  /** Explains attachments that were not stored. */
  skippedFilesNote: ReactNode
}

/** All messages, newest last. */
export function MessageList<Item extends Message>({ thread, ...rowProps }: MessageListProps<Item>) {
  const { messages, hasEarlier, isLoading, problem, loadEarlier } = thread
  const list = useRef<HTMLOListElement>(null)
  useKeepFocus(list, String(hasEarlier))
  return (
    <>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {hasEarlier ? (
        <Button
          variant="quiet"
          size="small"
          className="justify-self-center"
          busy={isLoading}
          busyLabel="Loading…"
          onClick={loadEarlier}
        >
          Show earlier messages
        </Button>
      ) : null}
      <ol ref={list} tabIndex={-1} aria-label="Messages" className="grid gap-5 outline-none">
        {messages.map((message) => (
          <MessageRow key={message.id} message={message} {...rowProps} />
        ))}
      </ol>
    </>
  )
}

type RowProps<Item extends Message> = Omit<MessageListProps<Item>, 'thread'> & { message: Item }

function MessageRow<Item extends Message>({
  message,
  ownAuthor,
  getAuthorName,
  formatTime,
  isNew,
  skippedFilesNote,
}: RowProps<Item>) {
  const { author, text, writtenAt, channel, skippedFiles, isTruncated } = message
  const isOwn = author === ownAuthor
  return (
    <li className={classNames('grid w-full max-w-prose gap-1', isOwn && 'justify-self-end')}>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {isNew?.(message) ? <Badge tone="primary">New</Badge> : null}
        <span className="font-medium">{getAuthorName(message)}</span>
        <span className="text-muted">
          <time dateTime={writtenAt}>{formatTime(writtenAt)}</time>
          {channel === 'mail' ? ', by email' : ''}
        </span>
      </p>
      <div
        className={classNames(
          'grid gap-3 rounded-md border p-4',
          isOwn ? 'border-transparent bg-primary-soft' : 'border-line bg-surface',
        )}
      >
        {text ? <p className="whitespace-pre-line wrap-anywhere">{text}</p> : null}
        {isTruncated ? <p className="text-sm">This email was too long, so we’ve cut off the end.</p> : null}
        {skippedFiles > 0 ? (
          <p className="text-sm">
            We didn’t keep {skippedFiles === 1 ? 'the attachment' : `the ${skippedFiles} attachments`} from this email.{' '}
            {skippedFilesNote}
          </p>
        ) : null}
      </div>
    </li>
  )
}
