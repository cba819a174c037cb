import type { MarketId } from '#features/catalogue/contract.ts'
import { priceIn } from '#features/catalogue/rules.ts'
import { findCurrentPackage, findMarket, listPackagesOnSale } from '#features/catalogue/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { CSV_PAGE_SIZE, type CsvColumns, downloadCsv } from '#platform/server/http/csv-download.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { companyDay, startOfDay } from '#platform/shared/calendar.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract/admin-codes.ts'
import type { DiscountCode, DiscountDraft } from '../contract/admin-codes.ts'
import { decideDiscountState, discountOn, keepsDiscount, leavesEnough } from '../rules.ts'
import {
  type CodeColumns,
  deleteCode,
  findCode,
  insertCode,
  listCodes,
  listUses,
  lockCode,
  type StoredCode,
  saveCode,
  savePause,
  sumUses,
} from './store.ts'

type ReadContext = Pick<Context, 'db' | 'now'>

export async function listDiscountCodes(
  context: ReadContext,
  { cursor, limit }: QueryOf<typeof contract.listDiscountCodes>,
): Promise<ResponseOf<typeof contract.listDiscountCodes>> {
  const rows = await listCodes(context.db, { limit: limit + 1, after: afterCursor(cursor) })
  const shown = await showCodes(context, rows)
  return pageFrom(
    rows.map((row, index) => ({ row, code: shown[index] as DiscountCode })),
    limit,
    ({ row: { createdAt: at, id } }) => ({ at, id }),
    ({ code }) => code,
  )
}

export async function downloadDiscountCodes(context: MemberContext): Promise<LargeFileResponse> {
  return downloadCsv(context, {
    list: 'discount-codes',
    columns,
    readPage: (cursor) => listDiscountCodes(context, { cursor, limit: CSV_PAGE_SIZE }),
  })
}

const columns: CsvColumns<DiscountCode> = {
  Code: ({ code }) => code,
  State: ({ state }) => state.replaceAll('-', ' '),
  'Per cent': ({ percentage }) => percentage,
  'Amount (GBP)': ({ amounts }) => (amounts.uk === null ? null : { amount: amounts.uk, currency: 'GBP' }),
  'Amount (USD)': ({ amounts }) =>
    amounts.international === null ? null : { amount: amounts.international, currency: 'USD' },
  'Months of a subscription': ({ months }) => months ?? 'all',
  Packages: ({ packageIds }) => packageIds?.join(', ') ?? 'all',
  'First day': ({ validFrom }) => validFrom,
  'Last day': ({ validUntil }) => validUntil,
  'New members only': ({ isForNewMembers }) => isForNewMembers,
  Uses: ({ uses }) => uses,
  'Uses in all': ({ maxUses }) => maxUses ?? 'unlimited',
  'Uses per member': ({ maxUsesPerMember }) => maxUsesPerMember ?? 'unlimited',
  'Given (GBP)': (code) => givenIn(code, 'GBP'),
  'Given (USD)': (code) => givenIn(code, 'USD'),
}

function givenIn({ given }: DiscountCode, currency: 'GBP' | 'USD') {
  return { amount: given.find((sum) => sum.currency === currency)?.amount ?? 0, currency }
}

export async function getDiscountCode(context: ReadContext, codeId: string): Promise<DiscountCode> {
  const [code] = await showCodes(context, [await requireCode(context.db, codeId)])
  return code as DiscountCode
}

async function requireCode(db: Db, codeId: string): Promise<StoredCode> {
  const code = await findCode(db, codeId)
  if (!code) throw new Refused('code-not-found')
  return code
}

async function showCodes({ db, now }: ReadContext, rows: StoredCode[]): Promise<DiscountCode[]> {
  const sums = await sumUses(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const ofCode = sums.filter(({ discountCodeId }) => discountCodeId === row.id)
    const uses = ofCode.reduce((sum, { uses }) => sum + uses, 0)
    return {
      ...row,
      ...toDraft(row),
      state: decideDiscountState(row, { uses, now: now() }),
      uses,
      isFixed: ofCode.length > 0,
      given: ofCode
        .filter(({ given }) => given > 0)
        .map(({ currency, given }) => ({ currency, amount: minorUnits(given) })),
    }
  })
}

function toDraft({ validFrom, validUntil, ...terms }: StoredCode): DiscountDraft {
  const { code, percentage, amounts, months, packageIds, maxUses, maxUsesPerMember, isForNewMembers } = terms
  return {
    code,
    percentage,
    amounts,
    months,
    packageIds,
    validFrom: validFrom && companyDay(validFrom),
    // The code ends with the day before this midnight.
    validUntil: validUntil && companyDay(new Date(validUntil.getTime() - 1)),
    maxUses,
    maxUsesPerMember,
    isForNewMembers,
  }
}

function toColumns({ validFrom, validUntil, ...draft }: DiscountDraft): CodeColumns {
  return {
    ...draft,
    validFrom: validFrom === null ? null : startOfDay(validFrom),
    validUntil: validUntil === null ? null : startOfDay(validUntil, 1),
  }
}

export async function listDiscountUses(
  { db }: Pick<Context, 'db'>,
  codeId: string,
  { cursor, limit }: QueryOf<typeof contract.listDiscountUses>,
): Promise<ResponseOf<typeof contract.listDiscountUses>> {
  const rows = await listUses(db, codeId, { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(
    rows,
    limit,
    ({ createdAt: at, id }) => ({ at, id }),
    ({ id: purchaseId, title: packageTitle, createdAt, isProcessing, ...row }) => ({
      ...row,
      purchaseId,
      packageTitle,
      buyer: row.deletedAt ? null : { id: row.memberId, name: fullName(row.firstName, row.lastName), email: row.email },
      usedAt: createdAt.toISOString(),
      isProcessing: isProcessing && row.status === 'pending',
    }),
  )
}

export async function createDiscountCode(context: MemberContext, draft: DiscountDraft): Promise<DiscountCode> {
  const { db, now } = context
  return db.transaction().execute(async (tx) => {
    await requireSellable(tx, draft)
    const id = await insertCode(tx, toColumns(draft), now())
    if (!id) throw new Refused('code-taken')
    await recordAction(tx, context, {
      action: 'discount-code.created',
      object: { kind: 'discount-code', id },
      after: draft,
    })
    return getDiscountCode({ db: tx, now }, id)
  })
}

/** Once the code is used, the discount stays as buyers were given it. Only its dates, limits and packages change. */
export async function updateDiscountCode(
  context: MemberContext,
  codeId: string,
  { version, draft }: BodyOf<typeof contract.updateDiscountCode>,
): Promise<DiscountCode> {
  const { db, now } = context
  return db.transaction().execute(async (tx) => {
    await lockCode(tx, codeId)
    const before = await requireCode(tx, codeId)
    if (before.version !== version) throw new Refused('edited-elsewhere')
    const isFixed = (await sumUses(tx, [codeId])).length > 0
    if (isFixed && !keepsDiscount(toDraft(before), draft)) throw new Refused('code-fixed')
    await requireSellable(tx, draft)
    if (!(await saveCode(tx, codeId, toColumns(draft)))) throw new Refused('code-taken')
    await recordAction(tx, context, {
      action: 'discount-code.changed',
      object: { kind: 'discount-code', id: codeId },
      before: toDraft(before),
      after: draft,
    })
    return getDiscountCode({ db: tx, now }, codeId)
  })
}

export async function pauseDiscountCode(
  context: MemberContext,
  codeId: string,
  isPaused: boolean,
): Promise<DiscountCode> {
  const { db, now } = context
  return db.transaction().execute(async (tx) => {
    await lockCode(tx, codeId)
    const before = await requireCode(tx, codeId)
    if (before.isPaused !== isPaused) {
      await savePause(tx, codeId, isPaused)
      await recordAction(tx, context, {
        action: isPaused ? 'discount-code.paused' : 'discount-code.resumed',
        object: { kind: 'discount-code', id: codeId },
      })
    }
    return getDiscountCode({ db: tx, now }, codeId)
  })
}

export async function deleteDiscountCode(context: MemberContext, codeId: string): Promise<null> {
  await context.db.transaction().execute(async (tx) => {
    await lockCode(tx, codeId)
    const code = await requireCode(tx, codeId)
    if ((await sumUses(tx, [codeId])).length > 0) throw new Refused('code-fixed')
    await deleteCode(tx, codeId)
    await recordAction(tx, context, {
      action: 'discount-code.deleted',
      object: { kind: 'discount-code', id: codeId },
      before: toDraft(code),
    })
  })
  return null
}

const markets: MarketId[] = ['uk', 'international']

/** @throws Refused if the code would leave less than the provider takes for a package it is for */
async function requireSellable(tx: Db, draft: DiscountDraft): Promise<void> {
  const sold = await Promise.all((draft.packageIds ?? []).map((id) => findCurrentPackage(tx, id)))
  if (sold.includes(undefined)) throw new Refused('package-unknown')
  const offers = draft.packageIds === null ? await listPackagesOnSale(tx) : sold.filter((offer) => offer !== undefined)
  for (const id of markets) {
    const market = await findMarket(tx, id)
    if (!market) continue
    const isTooLarge = offers.some(({ netPrice }) => {
      const price = priceIn(market, netPrice)
      const discount = discountOn(draft, price)
      return discount !== null && !leavesEnough(price, discount)
    })
    if (isTooLarge) throw new Refused('discount-too-large')
  }
}
