import { z } from 'zod'

/** DESIGN §4: how every answer of success looks. Its schema strips what the contract does not name. */
export function envelopeOf(data: z.ZodType) {
  return z.object({ success: z.literal(true), message: z.string().optional(), data })
}
