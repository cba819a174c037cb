import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { FormDialog } from '#platform/web/ui/forms/form-dialog.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { deliverableName } from '../../rules.ts'
import { type AdminDeliverable, type Assignee, assignDeliverable } from '../contract.ts'

type AssignDialogProps = { item: AdminDeliverable; assignees: Assignee[]; onClose: () => void }

/** Assigns it to another consultant of its service, or to none so that one of them can take it. */
export function AssignDialog({ item, assignees, onClose }: AssignDialogProps) {
  const from = item.consultant?.id ?? null
  const [to, setTo] = useState('')
  const { revalidate } = useRevalidator()
  const action = useAction({ toast: 'success' })
  const eligible = assignees.filter(({ id, services }) => id !== from && services.includes(item.serviceType))
  const assign = () => {
    if ((to || null) === from) return action.fail('Nobody has it now: please choose to whom it goes.')
    const params = { deliverableId: item.id }
    void action.run(
      () => attempt(assignDeliverable, { params, body: { from, to: to || null } }),
      () => {
        onClose()
        void revalidate()
      },
    )
  }
  return (
    <FormDialog
      title={`Assign “${deliverableName(item)}”`}
      act="Assign it"
      busyLabel="Saving…"
      variant="secondary"
      action={action}
      onSubmit={assign}
      onClose={onClose}
    >
      <p>
        {item.consultantName ? `${item.consultantName} has it now.` : 'Nobody has taken it.'} What was made of it stays.
      </p>
      <SelectField
        label="To whom"
        prompt="Nobody: whoever advises on it may take it"
        choices={eligible.map(({ id, displayName }) => [id, displayName])}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
    </FormDialog>
  )
}
