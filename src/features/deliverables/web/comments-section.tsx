import { type FormEvent, useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import type { ItemComment } from '../contract.ts'

type CommentsSectionProps<Shown> = {
  comments: ItemComment[]
  /** How each of the two is called for whoever reads. */
  names: Record<ItemComment['author'], string>
  /** Where nothing more can be written. */
  isClosed: boolean
  send: (text: string) => Promise<Attempt<Shown>>
  onSent: (shown: Shown) => void
}

/** What the two have written to each other, the newest first. What is being written stays until it has arrived. */
export function CommentsSection<Shown>({ comments, names, isClosed, send, onSent }: CommentsSectionProps<Shown>) {
  return (
    <div className="grid gap-6">
      {isClosed ? null : <CommentForm send={send} onSent={onSent} />}
      <CommentsList comments={comments} names={names} />
    </div>
  )
}

/** The same, only to be read. */
export function CommentsList({ comments, names }: Pick<CommentsSectionProps<unknown>, 'comments' | 'names'>) {
  return (
    <>
      {comments.length === 0 ? <p className="text-muted">Nobody has written anything yet.</p> : null}
      <ol className="grid gap-4">
        {comments.map((comment) => (
          <li key={comment.id} className="border-l-4 border-line pl-4">
            <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <span className="font-medium break-words">{names[comment.author]}</span>
              <span className="text-muted">{formatMoment(comment.writtenAt)}</span>
              {comment.asksChangeOf ? <span>Changes to version {comment.asksChangeOf}</span> : null}
            </p>
            <p className="mt-1 max-w-prose break-words whitespace-pre-line">{comment.text}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

function CommentForm<Shown>({ send, onSent }: Pick<CommentsSectionProps<Shown>, 'send' | 'onSent'>) {
  const [text, setText] = useState('')
  const [isSending, setSending] = useState(false)
  const [problem, setProblem] = useState<{ field?: string; other?: string }>({})
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    setProblem({})
    const ending = await send(text)
    setSending(false)
    if (ending.state === 'failed') {
      const field = ending.errors?.text
      return setProblem(field ? { field } : { other: ending.message })
    }
    setText('')
    onSent(ending.value)
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid max-w-prose gap-3">
      <TextArea
        label="Write a comment"
        rows={3}
        value={text}
        readOnly={isSending}
        error={problem.field}
        onChange={({ target }) => setText(target.value)}
      />
      {problem.other ? <Alert tone="error">{problem.other}</Alert> : null}
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isSending} busyLabel="Sending…">
        Send comment
      </Button>
    </form>
  )
}
