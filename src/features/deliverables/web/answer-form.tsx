import { useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/text-area.tsx'
import { approveItem, askForChanges, type ItemDetails } from '../contract.ts'

type AnswerFormProps = { item: ItemDetails; onAnswered: (item: ItemDetails, message: string) => void }

/** The member is content, or says what should be different. */
export function AnswerForm({ item, onAnswered }: AnswerFormProps) {
  const [isAsking, setAsking] = useState(false)
  const [text, setText] = useState('')
  const [busy, setBusy] = useState<'approving' | 'asking'>()
  const [problem, setProblem] = useState<{ field?: string; other?: string }>({})
  const version = item.versions[0]?.number ?? 0

  const answer = async (kind: 'approving' | 'asking') => {
    setBusy(kind)
    setProblem({})
    const params = { itemId: item.id }
    const ending =
      kind === 'approving'
        ? await attempt(approveItem, { params, body: { version } })
        : await attempt(askForChanges, { params, body: { version, text } })
    setBusy(undefined)
    if (ending.state === 'done') return onAnswered(ending.value, ending.message)
    const field = ending.errors?.text
    setProblem(field ? { field } : { other: ending.message })
  }

  return (
    <div className="grid max-w-prose gap-4">
      <p>Are you content with version {version}? Once you approve it, it is delivered.</p>
      {isAsking ? (
        <TextArea
          label="What should be different?"
          rows={4}
          // Whoever has just pressed the button for it goes on writing.
          ref={(field) => field?.focus({ preventScroll: true })}
          value={text}
          readOnly={busy !== undefined}
          error={problem.field}
          onChange={({ target }) => setText(target.value)}
        />
      ) : null}
      {problem.other ? <Alert tone="error">{problem.other}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        {isAsking ? (
          <>
            <Button busy={busy === 'asking'} busyLabel="Sending…" onClick={() => answer('asking')}>
              Ask for these changes
            </Button>
            <Button variant="quiet" onClick={() => setAsking(false)}>
              Back
            </Button>
          </>
        ) : (
          <>
            <Button busy={busy === 'approving'} busyLabel="Approving…" onClick={() => answer('approving')}>
              Approve
            </Button>
            <Button variant="quiet" onClick={() => setAsking(true)}>
              Ask for changes
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
