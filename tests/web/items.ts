import type { WorkDetails } from '#features/deliverables/contract/work.ts'
import type { Item, ItemDetails, ItemVersion } from '#features/deliverables/contract.ts'

export function item(changes: Partial<Item> = {}): Item {
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

export function version(changes: Partial<ItemVersion> = {}): ItemVersion {
  return {
    number: 1,
    file: { name: 'Résumé.pdf', type: 'pdf', size: 120_000 },
    note: null,
    madeAt: '2026-03-02T10:00:00.000Z',
    publishedAt: '2026-03-02T10:00:00.000Z',
    ...changes,
  }
}

export function itemDetails(changes: Partial<ItemDetails> = {}): ItemDetails {
  return { ...item(), versions: [], comments: [], ...changes }
}

export function workDetails(changes: Partial<WorkDetails> = {}): WorkDetails {
  return { ...itemDetails(), memberName: 'Ada Lovelace', isMine: true, ...changes }
}
