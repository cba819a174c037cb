import { useState } from 'react'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ANSWER_DAYS, askForApproval, deliverItem, takeItem, type WorkDetails } from '../contract/work.ts'

type WorkPanelProps = { item: WorkDetails; onDone: (item: WorkDetails, message: string) => void }

const steps = { take: takeItem, ask: askForApproval, deliver: deliverItem } satisfies Record<string, Endpoint>
type Step = keyof typeof steps

/** What a consultant can do with a deliverable next. */
export function WorkPanel({ item, onDone }: WorkPanelProps) {
  const [busy, setBusy] = useState<Step>()
  const [problem, setProblem] = useState<string>()
  const press = async (step: Step) => {
    setBusy(step)
    setProblem(undefined)
    const ending = await attempt(steps[step], { params: { itemId: item.id } })
    setBusy(undefined)
    if (ending.state === 'failed') return setProblem(ending.message)
    onDone(ending.value, ending.message)
  }
  const button = (step: Step, words: string, variant?: 'quiet') => (
    <Button variant={variant} busy={busy === step} busyLabel="One moment…" onClick={() => press(step)}>
      {words}
    </Button>
  )
  return (
    <div className="grid gap-4">
      <p className="max-w-prose">{nextInWords(item)}</p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <div className="flex flex-wrap gap-3">
        {item.isMine ? null : button('take', 'Take this on')}
        {item.isMine && item.state === 'in_progress' ? (
          <>
            {button('ask', 'Ask the member to approve')}
            {button('deliver', 'Deliver without asking', 'quiet')}
          </>
        ) : null}
        {item.isMine && item.state === 'for_approval' ? button('deliver', 'Deliver without an answer', 'quiet') : null}
      </div>
    </div>
  )
}

function nextInWords({ isMine, state, memberName }: WorkDetails): string {
  if (!isMine) return 'Nobody makes this yet. Take it on to add files and write to the member.'
  if (state === 'for_approval') {
    return `${memberName} is asked whether they are content. After ${ANSWER_DAYS} days without an answer you can deliver it yourself.`
  }
  return `Add what you have made. ${memberName} sees it once you ask for approval, or deliver it.`
}
