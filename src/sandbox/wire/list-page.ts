import type { ApiDocument, ApiObject } from './object-kind.ts'

export interface ListPage<Type extends ApiObject> extends ApiDocument {
  object: 'list'
  data: Type[]
  has_more: boolean
  url: string
}

export function listPage<Type extends ApiObject>(
  url: string,
  page: { data: Type[]; hasMore: boolean },
): ListPage<Type> {
  return { object: 'list', data: page.data, has_more: page.hasMore, url }
}
