import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { attempt } from '#platform/web/attempt.ts'
import { FormDialog } from '#platform/web/ui/forms/form-dialog.tsx'
import { SelectField } from '#platform/web/ui/forms/select-field.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { deliverableName } from '../../rules.ts'
import { type AdminDeliverable, type Assignee, assignDeliverable } from '../contract.ts'

type AssignDialogProps = { item: AdminDeliverable; assignees: Assignee[]; onClose: () => void }

/** Assigns the deliverable to another consultant in its service, or to no one so that any of them can take it. */
export function AssignDialog({ item, assignees, onClose }: AssignDialogProps) {
  const from = item.consultant?.id ?? null
  const [to, setTo] = useState('')
  const { revalidate } = useRevalidator()
  const action = useAction({ toast: 'success' })
  const eligible = assignees.filter(({ id, services }) => id !== from && services.includes(item.serviceType))
  const assign = () => {
    if ((to || null) === from) return action.fail('This deliverable is already unassigned. Choose a consultant.')
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
      act={to || !from ? 'Assign' : 'Unassign'}
      busyLabel="Saving…"
      variant="secondary"
      action={action}
      onSubmit={assign}
      onClose={onClose}
    >
      <p>
        {item.consultantName ? `Assigned to ${item.consultantName}.` : 'Not assigned yet.'} Any work done so far is
        kept.
      </p>
      <SelectField
        label="Assign to"
        prompt="No one: any consultant for this service can take it on"
        choices={eligible.map(({ id, displayName }) => [id, displayName])}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
    </FormDialog>
  )
}
