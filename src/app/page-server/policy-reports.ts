import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit, RateLimits } from '#platform/server/rate-limit/rate-limits.ts'
import { parseJson } from '#platform/shared/json.ts'
import { POLICY_REPORTS_PATH } from './content-security-policy.ts'

/** A page that breaks its policy sends the same report again and again, so 60 an hour is enough. */
const reportsPerAddress: RateLimit = { name: 'policy-report', attempts: 60, seconds: 3_600 }

/** A report holds a few URLs and the start of a script. */
const MAX_REPORT_BYTES = 16_384

/** Reads only the fields that cannot contain personal data. */
const Report = z.object({
  'csp-report': z.object({
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    disposition: z.enum(['enforce', 'report']).default('enforce'),
  }),
})

const directives = [
  ...['script-src', 'style-src', 'img-src', 'font-src', 'connect-src', 'media-src', 'manifest-src', 'worker-src'],
  ...['frame-src', 'frame-ancestors', 'form-action', 'base-uri', 'object-src', 'require-trusted-types-for'],
  'trusted-types',
]

export type RecordPolicyReport = (directive: string, disposition: 'enforce' | 'report') => void

/** Counts the policy violations that browsers report, and stores nothing else from the reports. */
export function policyReports(app: FastifyInstance, limits: RateLimits, record: RecordPolicyReport | undefined) {
  app.register(async (reports) => {
    reports.removeAllContentTypeParsers()
    reports.addContentTypeParser('application/csp-report', { parseAs: 'string' }, (_, body, done) => done(null, body))
    reports.post(
      POLICY_REPORTS_PATH,
      { schema: { hide: true }, bodyLimit: MAX_REPORT_BYTES },
      async (request, reply) => {
        await limits.count(reportsPerAddress, addressKey(request.ip))
        const parsed = Report.safeParse(parseJson(String(request.body)))
        if (parsed.success) {
          const { disposition, ...fields } = parsed.data['csp-report']
          record?.(toKnownDirective(fields['effective-directive'] ?? fields['violated-directive'] ?? ''), disposition)
        }
        return reply.code(204).send()
      },
    )
  })
}

/** Anyone can send a report, so unknown directives are counted as `other` and cannot add labels. */
function toKnownDirective(text: string): string {
  const [name = ''] = text.slice(0, 100).split(' ')
  return directives.find((known) => name === known || name === `${known}-elem` || name === `${known}-attr`) ?? 'other'
}
