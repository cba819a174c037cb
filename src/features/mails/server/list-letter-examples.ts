import { type LetterExamples, readCompany } from '#features/company/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import type { listLetterExamples as endpoint } from '../contract.ts'

/** In the company's name as it is now. */
export async function listLetterExamples(
  { db, publicUrl }: Pick<MemberContext, 'db' | 'publicUrl'>,
  examples: Record<string, LetterExamples>,
): Promise<ResponseOf<typeof endpoint>> {
  const company = await readCompany(db)
  const letters = Object.entries(examples).flatMap(([area, ofArea]) =>
    Object.entries(ofArea).map(([name, write]) => {
      const { subject, text, html } = write({ company, publicUrl })
      return { area, name, subject, text, html }
    }),
  )
  return { letters }
}
