import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { bodyOf } from '#platform/web/form.ts'
import { fakeServer, granted } from '#tests/support/web/fake-server.ts'
import { visit } from '#tests/support/web/visit.tsx'
import { attempt } from '../../attempt.ts'
import { hasUnsaved } from '../../unsaved.ts'
import { CheckboxField } from './checkbox-field.tsx'
import { EditForm, useEditForm } from './edit-form.tsx'
import { Form } from './form.tsx'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'

const saveNote = endpoint('PUT /api/note', {
  summary: 'Saves a note',
  access: 'public',
  body: z.object({ text: z.string() }),
  response: z.object({ text: z.string() }),
})

function Note() {
  const [text, setText] = useState('')
  return (
    <Form
      onSubmit={async () => {
        const ending = await attempt(saveNote, { body: { text } })
        if (ending.state === 'done') setText('')
      }}
    >
      <TextField label="Text" value={text} onChange={({ target }) => setText(target.value)} />
      <CheckboxField label="Shared" />
      <SelectField label="Kind" prompt="None" choices={[['a', 'First']]} />
      <button type="submit">Save</button>
    </Form>
  )
}

function Record() {
  const editing = useEditForm(
    { text: 'One' },
    {
      toValues: (saved) => saved,
      toBody: (values) => values,
      schema: bodyOf(saveNote),
      send: (body) => attempt(saveNote, { body }),
    },
  )
  return (
    <EditForm editing={editing} label="Record">
      <TextField label="Text" value={editing.typed.text} readOnly onChange={() => undefined} />
      <button type="button" onClick={() => editing.change({ text: `${editing.typed.text}, two` })}>
        Add
      </button>
      <button type="submit">Save</button>
    </EditForm>
  )
}

function givenSlowServer() {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof granted>>()
  fakeServer(promise)
  return (text: string) => act(async () => resolve(granted(saveNote, { text })))
}

test('nothing can be changed during a save, so nothing that was typed is lost', async () => {
  const answer = givenSlowServer()
  const { user } = visit('/', { '/': Note })
  const text = screen.getByLabelText<HTMLInputElement>('Text')
  const isShared = screen.getByLabelText<HTMLInputElement>('Shared')
  const kind = screen.getByLabelText<HTMLSelectElement>('Kind')
  await user.type(text, 'Hello')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.type(text, ' again')
  await user.click(isShared)
  expect([text.value, text.readOnly, isShared.checked]).toEqual(['Hello', true, false])
  expect(kind.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))).toBe(false)

  await answer('Hello')
  expect([text.value, text.readOnly, hasUnsaved()]).toEqual(['', false, false])
  await user.type(text, 'More')
  await user.click(isShared)
  await user.selectOptions(kind, 'First')
  expect([text.value, isShared.checked, kind.value, hasUnsaved()]).toEqual(['More', true, 'a', true])
})

test('buttons cannot change a record while it is being saved', async () => {
  const answer = givenSlowServer()
  const { user } = visit('/', { '/': Record })
  const text = screen.getByLabelText<HTMLInputElement>('Text')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(text.value).toBe('One')
  await answer('One')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(text.value).toBe('One, two')
})
