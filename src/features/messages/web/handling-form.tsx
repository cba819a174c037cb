import { type FormEvent, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { handleMessage, type InboxMessage, MessageState } from '../contract/inbox.ts'
import { stateWords } from '../rules.ts'

type HandlingFormProps = { message: InboxMessage; onSaved: (message: InboxMessage, sentence: string) => void }

/** How it stands and who takes it on. */
export function HandlingForm({ message, onSaved }: HandlingFormProps) {
  const [state, setState] = useState(message.state)
  const [assigneeId, setAssigneeId] = useState(message.assignee?.id ?? '')
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving) return
    setSaving(true)
    setProblem(undefined)
    const body = { version: message.version, state, assigneeId: assigneeId || null }
    const ending = await attempt(handleMessage, { params: { messageId: message.id }, body })
    setSaving(false)
    if (ending.state === 'failed') return setProblem(ending.message)
    onSaved(ending.value, ending.message)
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-4">
      <SelectField
        label="State"
        prompt="Choose one"
        choices={MessageState.options.map((each) => [each, stateWords[each]] as const)}
        value={state}
        onChange={({ target }) => {
          const chosen = MessageState.safeParse(target.value).data
          if (chosen) setState(chosen)
        }}
      />
      <SelectField
        label="With"
        prompt="Nobody yet"
        choices={staffWith(message).map(({ id, name }) => [id, name] as const)}
        value={assigneeId}
        onChange={({ target }) => setAssigneeId(target.value)}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isSaving} busyLabel="Saving…">
        Save
      </Button>
    </form>
  )
}

/** Whoever has it, although they may be no administrator any more. */
function staffWith({ staff, assignee }: InboxMessage) {
  return assignee && !staff.some(({ id }) => id === assignee.id) ? [...staff, assignee] : staff
}
