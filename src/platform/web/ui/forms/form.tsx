import { type ComponentProps, type SubmitEvent, useEffect, useRef } from 'react'
import { guardForm } from '../../unsaved.ts'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** Called in place of the browser's own submission. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => unknown
  /** Set if the changes are not in the form's fields. */
  hasChanges?: boolean
}

/** A form in the portal or back office that asks before unsaved changes are lost. */
export function Form({ ref, hasChanges, onSubmit, ...form }: FormProps) {
  const element = useRef<HTMLFormElement>(null)
  const latestHasChanges = useRef(hasChanges)
  useEffect(() => {
    latestHasChanges.current = hasChanges
  }, [hasChanges])
  useEffect(() => {
    if (element.current) return guardForm(element.current, () => latestHasChanges.current)
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
    />
  )
}
