import { useState } from 'react'
import { useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { listCatalogue } from '#features/catalogue/editing/contract.ts'
import { formatSums } from '#platform/shared/format-money.ts'
import { attempt, load, pageLoader } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { formatDate } from '#platform/web/format-dates.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { BackLink } from '#platform/web/ui/back-link.tsx'
import { Button, ButtonLink } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { useEditForm } from '#platform/web/ui/forms/edit-form.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { Money } from '#platform/web/ui/money.tsx'
import { PageHeading } from '#platform/web/ui/page-heading.tsx'
import { Cell, Row, Table } from '#platform/web/ui/table.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { PurchaseBadge } from '../../web/purchases-table.tsx'
import {
  type DiscountCode,
  type DiscountUse,
  deleteDiscountCode,
  getDiscountCode,
  listDiscountUses,
  pauseDiscountCode,
  updateDiscountCode,
} from '../contract/admin-codes.ts'
import { DiscountCodeForm, toDraft, toFieldName, toFormValues } from './discount-code-form.tsx'
import { DiscountBadge, describeDiscount } from './discount-codes-page.tsx'
import type { OfferedPackage } from './package-choices-panel.tsx'

export const meta = privateMeta('Discount code')

export const clientLoader = pageLoader(async ({ params: { codeId = '' } }) => {
  const params = { codeId }
  const [code, uses, { packages }] = await Promise.all([
    load(getDiscountCode, { params }),
    load(listDiscountUses, { params, query: {} }),
    load(listCatalogue),
  ])
  return { code, uses, packages }
})

/** Edits a code and shows who used it. */
export default function DiscountCodePage() {
  const { code, uses, packages } = useLoaderData<typeof clientLoader>()
  const given = code.given.length === 0 ? 'Nothing given yet.' : `${formatSums(code.given)} given before tax.`
  return (
    <>
      <BackLink to="/admin/discount-codes">Discount codes</BackLink>
      <PageHeading
        title={code.code}
        lead={`${describeDiscount(code)}. Used ${code.uses}${code.maxUses === null ? '' : ` of ${code.maxUses}`} ${code.uses === 1 && code.maxUses === null ? 'time' : 'times'}. ${given}`}
        actions={<CodeActions code={code} />}
      />
      <EditedCode key={code.id} loaded={code} packages={packages} />
      <h2 className="text-2xl">Uses</h2>
      <UsesList codeId={code.id} first={uses} />
    </>
  )
}

function CodeActions({ code: { id: codeId, code, state, isPaused, isFixed } }: { code: DiscountCode }) {
  const { revalidate } = useRevalidator()
  const { isBusy, problem, run } = useAction({ reload: revalidate })
  const [isDeleting, setDeleting] = useState(false)
  const pause = () =>
    run(
      () => attempt(pauseDiscountCode, { params: { codeId }, body: { isPaused: !isPaused } }),
      () => notify.success(isPaused ? 'Code resumed.' : 'Code paused.'),
    )
  return (
    <>
      <span className="self-center">
        <DiscountBadge state={state} />
      </span>
      <Button variant="quiet" size="small" busy={isBusy} onClick={pause}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <ButtonLink to={`/admin/discount-codes/new?copy=${codeId}`} variant="quiet" size="small">
        Copy as new
      </ButtonLink>
      {isFixed ? null : (
        <Button variant="quiet" size="small" onClick={() => setDeleting(true)}>
          Delete
        </Button>
      )}
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      {isDeleting ? <DeleteDialog codeId={codeId} code={code} onClose={() => setDeleting(false)} /> : null}
    </>
  )
}

function DeleteDialog({ codeId, code, onClose }: { codeId: string; code: string; onClose: () => void }) {
  const navigate = useNavigate()
  const action = useAction()
  const confirm = () =>
    action.run(
      () => attempt(deleteDiscountCode, { params: { codeId } }),
      (_, message) => {
        notify.success(message)
        return navigate('/admin/discount-codes')
      },
    )
  return (
    <ConfirmDialog
      title="Delete this code?"
      act="Delete code"
      busyLabel="Deleting…"
      variant="danger"
      keep="Keep code"
      action={action}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        No one has used <span className="font-medium wrap-anywhere">{code}</span>. To keep it for later, pause it
        instead.
      </p>
    </ConfirmDialog>
  )
}

const Body = bodyOf(updateDiscountCode)

function EditedCode({ loaded, packages }: { loaded: DiscountCode; packages: OfferedPackage[] }) {
  const { revalidate } = useRevalidator()
  const editing = useEditForm(loaded, {
    toValues: toFormValues,
    toBody: (typed, { version }) => ({ version, draft: toDraft(typed) }),
    schema: Body,
    send: async (body, { id: codeId }) => {
      const result = await attempt(updateDiscountCode, { params: { codeId }, body })
      if (result.state === 'done') void revalidate()
      return result
    },
    fieldOf: toFieldName,
  })
  return (
    <DiscountCodeForm editing={editing} packages={packages} isFixed={loaded.isFixed}>
      Save
    </DiscountCodeForm>
  )
}

type Uses = { items: DiscountUse[]; nextCursor: string | null }

function UsesList({ codeId, first }: { codeId: string; first: Uses }) {
  const list = useLoadMore(first, (cursor) => load(listDiscountUses, { params: { codeId }, query: { cursor } }))
  if (list.items.length === 0) return <p className="text-muted">No one has used this code yet.</p>
  return (
    <>
      <Table columns={['Member', 'Purchase', 'Date', 'Discount before tax', 'Status']}>
        {list.items.map((use) => (
          <UseRow key={use.purchaseId} use={use} />
        ))}
      </Table>
      <LoadMore list={list} />
    </>
  )
}

function UseRow({ use }: { use: DiscountUse }) {
  const { purchaseId, reference, packageTitle, buyer, usedAt, currency, discount } = use
  return (
    <Row
      heading={
        buyer ? (
          <Link to={`/admin/members/${buyer.id}`} className="link wrap-anywhere">
            {buyer.name || buyer.email}
          </Link>
        ) : (
          <span className="text-muted">Deleted account</span>
        )
      }
      actions={<PurchaseBadge purchase={use} />}
    >
      <Cell name="Purchase">
        <Link to={`/admin/purchases/${purchaseId}`} className="link wrap-anywhere">
          {packageTitle}
        </Link>
        <span className="block text-sm text-muted tabular-nums">{reference ?? 'Not paid'}</span>
      </Cell>
      <Cell name="Date">
        <span className="whitespace-nowrap">{formatDate(usedAt)}</span>
      </Cell>
      <Cell name="Discount before tax">
        <Money amount={discount} currency={currency} />
      </Cell>
    </Row>
  )
}
