type Page<Item> = { items: Item[]; nextCursor: string | null }
type Reader = { get: (path: string) => Promise<{ body: { data: Page<unknown> } }> }

/** Reads every page of a list, in order. */
export async function readPages<Item>(reader: Reader, path: string, betweenPages = async () => {}): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = null; ; await betweenPages()) {
    const { body } = await reader.get(cursor ? `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}` : path)
    const page = body.data as Page<Item>
    items.push(...page.items)
    cursor = page.nextCursor
    if (!cursor) return items
  }
}
