/**
 * Processes a list, at most `atOnce` items at a time.
 * @returns the results, in list order
 */
export async function inParallel<Item, Answer>(
  items: Item[],
  atOnce: number,
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  let next = 0
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) answers[index] = await work(items[index] as Item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return answers
}
