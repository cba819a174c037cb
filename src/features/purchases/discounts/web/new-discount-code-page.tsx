import { useLoaderData, useNavigate } from 'react-router'
import { listCatalogue } from '#features/catalogue/editing/contract.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { useEditForm } from '#platform/web/ui/forms/edit-form.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { createDiscountCode, type DiscountDraft, getDiscountCode } from '../contract/admin-codes.ts'
import { DiscountCodeForm, emptyDraft, toDraft, toFieldName, toFormValues } from './discount-code-form.tsx'

export const meta = privateMeta('New discount code')

export const clientLoader = pageLoader(async ({ request }) => {
  const copiedId = new URL(request.url).searchParams.get('copy')
  const [{ packages }, copied] = await Promise.all([
    load(listCatalogue),
    copiedId ? load(getDiscountCode, { params: { codeId: copiedId } }) : null,
  ])
  const draft: DiscountDraft = copied ? { ...copied, code: '' } : emptyDraft
  return { packages, draft, copiedFrom: copied?.code ?? null }
})

const Body = bodyOf(createDiscountCode)

export default function NewDiscountCodePage() {
  const { packages, draft, copiedFrom } = useLoaderData<typeof clientLoader>()
  const navigate = useNavigate()
  const editing = useEditForm(draft, {
    toValues: toFormValues,
    toBody: (typed) => ({ draft: toDraft(typed) }),
    schema: Body,
    send: async (body) => {
      const result = await attempt(createDiscountCode, { body })
      if (result.state === 'done') {
        notify.success(result.message)
        void navigate(`/admin/discount-codes/${result.value.id}`, { replace: true })
      }
      return result
    },
    fieldOf: toFieldName,
    invalid: 'We can’t create this code yet. Check the fields in red.',
  })
  return (
    <>
      <BackLink to="/admin/discount-codes">Discount codes</BackLink>
      <PageHeading
        title="New discount code"
        lead={copiedFrom ? `Copied from ${copiedFrom}. Choose a new name.` : 'Buyers enter it in the checkout.'}
      />
      <DiscountCodeForm editing={editing} packages={packages} isFixed={false}>
        Create code
      </DiscountCodeForm>
    </>
  )
}
