type Page<Item> = { items: Item[]; nextCursor: string | null }
type Reader = { get: (path: string) => Promise<{ body: { data: Page<unknown> } }> }

/** Reads every page of a list, in order. @param path with the page size in its query */
export async function readPages<Item>(reader: Reader, path: string): Promise<Item[]> {
  const items: Item[] = []
  let cursor: string | null = null
  do {
    const { body } = await reader.get(`${path}${cursor ? `&cursor=${cursor}` : ''}`)
    const page = body.data as Page<Item>
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor)
  return items
}
