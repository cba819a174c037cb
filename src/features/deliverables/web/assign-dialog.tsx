import { type FormEvent, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { SelectField } from '#platform/web/ui/select-field.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { assignItem, type BoardItem, type Maker } from '../contract/board.ts'
import { itemName } from '../rules/items.ts'

type AssignDialogProps = { item: BoardItem; makers: Maker[]; onClose: () => void; onDone: () => void }

/** To another consultant who advises on its service, or to nobody, so that one of them takes it. */
export function AssignDialog({ item, makers, onClose, onDone }: AssignDialogProps) {
  const from = item.consultant?.id ?? null
  const [to, setTo] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const able = makers.filter(({ id, services }) => id !== from && services.includes(item.serviceType))
  const give = async (event: FormEvent) => {
    event.preventDefault()
    if ((to || null) === from) return setProblem('Nobody has it now: please choose to whom it goes.')
    setBusy(true)
    setProblem(undefined)
    const ending = await attempt(assignItem, { params: { itemId: item.id }, body: { from, to: to || null } })
    setBusy(false)
    if (ending.state === 'failed') return setProblem(ending.message)
    notify.success(ending.message)
    onDone()
  }
  return (
    <Dialog title={`Assign “${itemName(item)}”`} onClose={onClose}>
      <form noValidate onSubmit={give} className="grid gap-5">
        <p>
          {item.consultantName ? `${item.consultantName} has it now.` : 'Nobody has taken it.'} What was made of it
          stays.
        </p>
        <SelectField
          label="To whom"
          prompt="Nobody: whoever advises on it may take it"
          choices={able.map(({ id, displayName }) => [id, displayName])}
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
        {problem ? <Alert tone="error">{problem}</Alert> : null}
        <div className="grid gap-3 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            Leave it
          </Button>
          <Button type="submit" variant="secondary" busy={isBusy} busyLabel="Saving…">
            Assign it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
