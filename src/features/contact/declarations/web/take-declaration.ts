import type { ServerSubmit } from '#platform/web/server-call.ts'
import { Declaration, declareCancellation } from '../contract.ts'

/** What the page shows next, with all that was typed. */
export type DeclarationStep =
  | { step: 'form'; values: Declaration; errors: Partial<Record<keyof Declaration, string>> }
  | { step: 'review'; declaration: Declaration; id: string; problem: string | null }
  | { step: 'received'; declaration: Declaration; declaredAt: string }

type Taken = { next: DeclarationStep; status: number; headers?: Record<string, string> }

const fields = ['name', 'orderReference', 'email'] as const

/**
 * Takes the form of "Cancel a contract", which the browser sends to the page itself (PRODUCT D25). Nothing is declared
 * before the second step, whose `id` makes a second press and a reload harmless.
 */
export async function takeDeclaration(form: FormData, submit: ServerSubmit): Promise<Taken> {
  const [name = '', orderReference = '', email = ''] = fields.map((field) => String(form.get(field) ?? ''))
  const values = { name, orderReference, email }
  const parsed = Declaration.safeParse(values)
  if (!parsed.success) return { next: { step: 'form', values, errors: firstErrors(parsed.error) }, status: 400 }
  const press = form.get('press')
  if (press === 'change') return { next: { step: 'form', values, errors: {} }, status: 200 }
  const declaration = parsed.data
  if (press !== 'confirm')
    return { next: { step: 'review', declaration, id: crypto.randomUUID(), problem: null }, status: 200 }

  const id = String(form.get('id') ?? '')
  const answer = await submit(declareCancellation, { body: { ...declaration, id } })
  if (answer.data) {
    const { declaredAt, ...declared } = answer.data
    return { next: { step: 'received', declaration: declared, declaredAt }, status: 200 }
  }
  const { message: problem, status, retryAfter } = answer
  const next = { step: 'review', declaration, id: crypto.randomUUID(), problem } as const
  return { next, status, headers: retryAfter ? { 'retry-after': retryAfter } : {} }
}

function firstErrors({ issues }: { issues: { path: PropertyKey[]; message: string }[] }) {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const issue = issues.find(({ path }) => path[0] === field)
      return issue ? [[field, issue.message]] : []
    }),
  )
}
