import { z } from 'zod'
import { previousAttributes } from '../events/previous-attributes.ts'
import { type Call, operation } from '../wire/operation.ts'
import { flag, mergeMetadata, metadata } from '../wire/parameter-types.ts'
import { conclude, requireOpen, type Verdict } from './decide-dispute.ts'
import { type Dispute, disputes, isInquiry } from './dispute.ts'
import { addEvidence, evidence } from './evidence.ts'

export const updateDispute = operation({
  name: 'Dispute.update',
  method: 'POST',
  path: '/v1/disputes/{id}',
  parameters: z.strictObject({
    evidence: evidence.optional(),
    metadata: metadata.optional(),
    submit: flag.default(true),
  }),
  run(call, { evidence: given, metadata: change, submit }, id) {
    const dispute = call.objects.get(disputes, id)
    const described = { ...dispute, metadata: mergeMetadata(dispute.metadata, change) }
    if (!given) return announced(call, dispute, described)
    requireOpen(dispute)
    const staged = withEvidence(described, addEvidence(dispute.evidence, given))
    if (!submit) return announced(call, dispute, staged)
    const submitted = announced(call, dispute, asSubmitted(staged))
    const verdict = verdicts[submitted.evidence.uncategorized_text ?? '']
    return verdict ? conclude(call, submitted, verdict) : submitted
  },
})

/** The provider's own words for its test mode: whoever sends them knows how the dispute ends. */
const verdicts: Record<string, Verdict> = { winning_evidence: 'won', losing_evidence: 'lost' }

function withEvidence(dispute: Dispute, evidence: Dispute['evidence']): Dispute {
  const has_evidence = Object.values(evidence).some((value) => typeof value === 'string')
  return { ...dispute, evidence, evidence_details: { ...dispute.evidence_details, has_evidence } }
}

function asSubmitted(dispute: Dispute): Dispute {
  const { evidence_details: details } = dispute
  return {
    ...dispute,
    evidence_details: {
      ...details,
      submission_count: details.submission_count + 1,
      submission_method: 'manual',
    },
    status: isInquiry(dispute) ? 'warning_under_review' : 'under_review',
  }
}

function announced(call: Call, before: Dispute, after: Dispute): Dispute {
  const saved = call.objects.save(after)
  call.announce('charge.dispute.updated', saved, previousAttributes(before, saved))
  return saved
}
