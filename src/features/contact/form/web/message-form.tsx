import type { FormEventHandler, ReactNode } from 'react'
import type { FieldValues, Path, UseFormRegisterReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { Attempt } from '#platform/web/attempt.ts'
import type { Denied, Granted } from '#platform/web/call.ts'
import { useEarlySubmit } from '#platform/web/hydration.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { SlowPageNote } from '#platform/web/ui/forms/slow-page-note.tsx'
import { NoScriptNote } from '#platform/web/ui/no-script-note.tsx'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { useTimedNotice } from '#platform/web/use-timed-message.ts'
import { sendForm, useFormToken } from './queries.ts'

type MessageFormOptions<Fields extends FieldValues, Checked, Value> = {
  fields: readonly Path<Fields>[]
  send: (body: Checked & { form: string | undefined }) => Promise<Granted<Value> | Denied<string>>
  onDone: (value: Value) => void
}

/** A form for writing to the company. Sends the message with its form token and then shows a notice. */
export function useMessageForm<Fields extends FieldValues, Checked, Value>(
  endpoint: Endpoint,
  schema: z.ZodType<Checked, Fields>,
  { fields, send, onDone }: MessageFormOptions<Fields, Checked, Value>,
) {
  const { notice, show, clear } = useTimedNotice<Attempt<Value>>()
  const readForm = useFormToken()
  const { form, field, isSubmitting, submit } = useEndpointForm(schema, {
    reValidateMode: 'onSubmit',
    fields,
    send: async (body) => {
      clear()
      const result = await sendForm(endpoint, send({ ...body, form: await readForm() }))
      show(result)
      return result
    },
    onDone,
  })
  const onChange = (name: Path<Fields>) => () => {
    form.clearErrors(name)
    clear()
  }
  return {
    form,
    isSubmitting,
    /**
     * The form is cleared after sending. The fields are read-only until then, so that nothing typed in the meantime is
     * lost.
     */
    field: (name: Path<Fields>) => ({
      ...field(name),
      ...form.register(name, { onChange: onChange(name) }),
      readOnly: isSubmitting,
    }),
    frame: { isSubmitting, notice, onSubmit: submit, honeypot: form.register('subject' as Path<Fields>) },
  }
}

type MessageFormProps = {
  isSubmitting: boolean
  notice: Attempt<unknown> | null
  onSubmit: FormEventHandler
  honeypot: UseFormRegisterReturn
  button: string
  children: ReactNode
}

/** The frame around the fields in any form for writing to the company. */
export function MessageForm({ isSubmitting, notice, onSubmit, honeypot, button, children }: MessageFormProps) {
  const early = useEarlySubmit()
  return (
    <form {...early.form} method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
      {children}
      <HoneypotField {...honeypot} />
      <NoScriptNote />
      <SlowPageNote />
      <Button {...early.button} busy={isSubmitting} busyLabel="Sending..." wide>
        {button}
      </Button>
      {notice ? <Alert tone={notice.state === 'done' ? 'success' : 'error'}>{notice.message}</Alert> : null}
    </form>
  )
}

/**
 * People cannot see this honeypot or reach it with the keyboard, but bots fill in every field. Browsers do not autofill
 * it, because they store no "subject" for a person.
 */
function HoneypotField(field: UseFormRegisterReturn) {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input {...field} type="text" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
