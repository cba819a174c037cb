import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldValues, get, type Path, type UseFormProps, useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Attempt, Failed } from './attempt.ts'
import { showFieldErrors } from './form.ts'

type FormOptions<Fields extends FieldValues, Checked, Value> = Pick<
  UseFormProps<Fields>,
  'defaultValues' | 'reValidateMode'
> & {
  /** Fields that can show an error, in their order on the page. */
  fields: readonly Path<Fields>[]
  /** Maps refusals to the fields that they concern. */
  refusals?: Partial<Record<string, Path<Fields>>>
  send: (checked: Checked) => Promise<Attempt<Value> | { state: 'replaced' }>
  onDone: (value: Value, message: string) => unknown
  /** @param isShown true if the error is shown next to a field */
  onFailed?: (failed: Failed, isShown: boolean) => void
}

/**
 * A form that validates with its endpoint's schema and shows the server's errors next to their fields. The input is
 * kept after any error.
 * @param schema must be written as `bodyOf(endpoint)`, because the build searches for it (docs/decisions/0020)
 */
export function useEndpointForm<Fields extends FieldValues, Checked, Value>(
  schema: z.ZodType<Checked, Fields>,
  { fields, refusals = {}, send, onDone, onFailed, ...settings }: FormOptions<Fields, Checked, Value>,
) {
  const [problem, setProblem] = useState<string>()
  const form = useForm<Fields, unknown, Checked>({ resolver: zodResolver(schema), ...settings })
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async (checked) => {
    setProblem(undefined)
    const result = await send(checked)
    if (result.state === 'done') return onDone(result.value, result.message)
    if (result.state === 'replaced') return
    const refusedField = refusals[result.reason ?? '']
    const isShown = showFieldErrors(
      refusedField ? { [refusedField]: result.message } : result.errors,
      fields,
      form.setError,
    )
    if (!isShown) setProblem(result.message)
    onFailed?.(result, isShown)
  })
  /** The props of a field: its error and its registration. */
  const field = (name: Path<Fields>) => ({
    error: (get(errors, name) as { message?: string } | undefined)?.message,
    ...form.register(name),
  })
  return { form, field, errors, isSubmitting, problem, submit }
}
