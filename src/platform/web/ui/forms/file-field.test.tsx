import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { visit } from '#tests/support/web/visit.tsx'
import type { Attempt } from '../../attempt.ts'
import { FileField } from './file-field.tsx'

test('after an upload the focus returns to the field', async () => {
  const { finish } = await upload()
  await finish()
  expect(document.activeElement).toBe(screen.getByLabelText('Add a file'))
})

test('when an upload ends, the focus stays in the text field that is being edited', async () => {
  const { user, finish } = await upload()
  await user.type(screen.getByLabelText('Note'), 'Half a sen')
  await finish()
  expect(document.activeElement).toBe(screen.getByLabelText('Note'))
})

async function upload() {
  const answer = Promise.withResolvers<Attempt<null>>()
  const { user } = visit('/', {
    '/': () => (
      <>
        <FileField send={() => answer.promise} onSent={() => {}} />
        <textarea aria-label="Note" />
      </>
    ),
  })
  await user.upload(screen.getByLabelText('Add a file'), new File(['x'], 'a.pdf', { type: 'application/pdf' }))
  return { user, finish: () => act(async () => answer.resolve({ state: 'done', value: null, message: '' })) }
}
