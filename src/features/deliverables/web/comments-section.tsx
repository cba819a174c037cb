import { useState } from 'react'
import type { Attempt } from '#platform/web/attempt.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextArea } from '#platform/web/ui/forms/text-area.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { DeliverableComment } from '../contract.ts'

type CommentsSectionProps<Saved> = {
  comments: DeliverableComment[]
  /** Author names, as shown to the reader. */
  names: Record<DeliverableComment['author'], string>
  /** True if no more comments can be written. */
  isClosed: boolean
  send: (text: string) => Promise<Attempt<Saved>>
  onSent: (saved: Saved) => void
}

/** All comments, newest first, and a form for adding one. Text stays in the form until it is sent. */
export function CommentsSection<Saved>({ comments, names, isClosed, send, onSent }: CommentsSectionProps<Saved>) {
  return (
    <div className="grid gap-6">
      {isClosed ? null : <CommentForm send={send} onSent={onSent} />}
      <CommentsList comments={comments} names={names} />
    </div>
  )
}

/** The comments, without a form. */
export function CommentsList({ comments, names }: Pick<CommentsSectionProps<unknown>, 'comments' | 'names'>) {
  return (
    <>
      {comments.length === 0 ? <p className="text-muted">No comments yet.</p> : null}
      <ol className="grid gap-4">
        {comments.map((comment) => (
          <li key={comment.id} className="border-l-4 border-line pl-4">
            <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
              <span className="font-medium break-words">{names[comment.author]}</span>
              <span className="text-muted">{formatMoment(comment.writtenAt)}</span>
              {comment.requestsChangesTo ? <span>Changes requested to version {comment.requestsChangesTo}</span> : null}
            </p>
            <p className="mt-1 max-w-prose break-words whitespace-pre-line">{comment.text}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

function CommentForm<Saved>({ send, onSent }: Pick<CommentsSectionProps<Saved>, 'send' | 'onSent'>) {
  const [text, setText] = useState('')
  const { isBusy, errors, problem, run } = useAction({ fields: ['text'] })
  const submit = () => {
    void run(
      () => send(text),
      (saved) => {
        setText('')
        onSent(saved)
      },
    )
  }
  return (
    <Form onSubmit={submit} className="grid max-w-prose gap-3">
      <TextArea
        label="Write a comment"
        rows={3}
        value={text}
        readOnly={isBusy}
        error={errors.text}
        onChange={({ target }) => setText(target.value)}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isBusy} busyLabel="Sending…">
        Send comment
      </Button>
    </Form>
  )
}
