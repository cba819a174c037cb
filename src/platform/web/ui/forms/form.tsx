import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { guardForm } from '../../unsaved.ts'
import { FormSending } from './field.tsx'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** Called in place of the browser's own submission. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  /** Set if the changes are not in the form's fields. */
  hasChanges?: boolean
}

/** A form in the portal or back office that asks before unsaved changes are lost. */
export function Form({ ref, hasChanges, onSubmit, children, ...form }: FormProps) {
  const [isSending, setSending] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const latestHasChanges = useRef(hasChanges)
  useEffect(() => {
    latestHasChanges.current = hasChanges
  }, [hasChanges])
  useEffect(() => {
    if (element.current) return guardForm(element.current, () => latestHasChanges.current, setSending)
  }, [])
  return (
    <form
      method="post"
      noValidate
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
      ref={(node) => {
        element.current = node
        if (typeof ref === 'function') ref(node)
        else if (ref) ref.current = node
      }}
    >
      <FormSending value={isSending}>{children}</FormSending>
    </form>
  )
}
