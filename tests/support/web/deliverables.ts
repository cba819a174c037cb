import type { ConsultantDeliverableDetails } from '#features/deliverables/consultant/contract.ts'
import type { Deliverable, DeliverableDetails, DeliverableVersion } from '#features/deliverables/contract.ts'

export function item(changes: Partial<Deliverable> = {}): Deliverable {
  return {
    id: '0196b3a0-0000-4000-8000-0000000000e1',
    entitlementId: '0196b3a0-0000-4000-8000-000000000001',
    packageTitle: 'BIZ FUTURE',
    lineKey: 'posts',
    title: 'Posts',
    unit: 'post',
    number: 1,
    promised: 8,
    dueOn: '2026-03-09',
    state: 'in_progress',
    consultantName: 'Zoe',
    deliveredAt: null,
    ...changes,
  }
}

export function version(changes: Partial<DeliverableVersion> = {}): DeliverableVersion {
  return {
    number: 1,
    file: { name: 'Résumé.pdf', type: 'pdf', size: 120_000 },
    note: null,
    createdAt: '2026-03-02T10:00:00.000Z',
    publishedAt: '2026-03-02T10:00:00.000Z',
    ...changes,
  }
}

export function itemDetails(changes: Partial<DeliverableDetails> = {}): DeliverableDetails {
  return { ...item(), versions: [], comments: [], ...changes }
}

export function workDetails(changes: Partial<ConsultantDeliverableDetails> = {}): ConsultantDeliverableDetails {
  return { ...itemDetails(), memberName: 'Ada Lovelace', isMine: true, ...changes }
}
