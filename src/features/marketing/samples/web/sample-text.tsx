import { classNames } from '#platform/web/ui/class-names.ts'
import type { Block } from '../contract.ts'
import { describeChart, describeRoadmap, drawChart, drawRoadmap } from '../rules/drawings.ts'
import { drawPicture } from '../rules/pictures.ts'
import { DrawingChart } from './drawing-chart.tsx'

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>

/** A page's blocks, in the same order and with the same words as in the PDF. */
export function SampleText({ blocks }: { blocks: Block[] }) {
  return (
    <div className="mt-6 grid gap-4 print:block print:space-y-4">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change
        <BlockText key={index} block={block} />
      ))}
    </div>
  )
}

function BlockText({ block }: { block: Block }) {
  switch (block.kind) {
    case 'heading':
      return <h3 className="mt-3 text-lg tracking-normal">{block.text}</h3>
    case 'paragraph':
      return <p className="max-w-prose">{block.text}</p>
    case 'list':
      return <ListText {...block} />
    case 'table':
      return <TableText {...block} />
    case 'callout':
      return (
        <div className="break-inside-avoid rounded-md border-l-4 border-primary bg-primary-soft px-5 py-4">
          <p className="font-semibold text-primary-ink">{block.title}</p>
          <p className="mt-1 max-w-prose">{block.text}</p>
        </div>
      )
    case 'charts':
      return <ChartsText {...block} />
    case 'roadmap':
      return (
        <>
          <figure className="max-sm:hidden sm:mx-auto sm:w-full sm:max-w-xl print:block print:max-w-md">
            <DrawingChart drawing={drawRoadmap(block.roadmap)} description={describeRoadmap(block.roadmap)} />
          </figure>
          <RoadmapText {...block} />
        </>
      )
    case 'post':
      return <PostText {...block} />
    case 'storyboard':
      return <StoryboardText {...block} />
    case 'sources':
      return <SourcesText {...block} />
  }
}

/** On a phone, where the drawing's words would be too small, the ways follow one another. */
function RoadmapText({ roadmap: { start, lanes } }: Of<'roadmap'>) {
  return (
    <div className="grid gap-8 sm:hidden print:hidden">
      <p className="justify-self-start rounded-full bg-primary px-5 py-1.5 font-semibold text-secondary-deep">
        {start}
      </p>
      {lanes.map(({ title, stops, destination }) => (
        <section key={title}>
          <h3 className="text-lg tracking-normal">{title}</h3>
          <ol className="mt-3">
            {stops.map(({ date, text }) => (
              <li
                key={date}
                className="relative pb-4 pl-8 before:absolute before:top-2 before:left-0 before:size-3 before:rounded-full before:bg-primary before:ring-4 before:ring-secondary-ink after:absolute after:top-7 after:bottom-0 after:left-[0.3125rem] after:border-l-2 after:border-dashed after:border-field"
              >
                <span className="block text-sm font-semibold text-muted">{date}</span>
                {text}
              </li>
            ))}
          </ol>
          <p className="rounded-md bg-primary-soft px-4 py-2 font-semibold">{destination}</p>
        </section>
      ))}
    </div>
  )
}

function PostText({ post: { picture, alt, caption, hashtags } }: Of<'post'>) {
  return (
    <figure className="grid gap-4 break-inside-avoid rounded-md border border-line p-4 sm:grid-cols-[2fr_3fr] sm:gap-6 print:grid-cols-[2fr_3fr]">
      <div className="photograph self-start overflow-hidden rounded-sm">
        <DrawingChart drawing={drawPicture(picture)} description={alt} />
      </div>
      <figcaption className="grid content-start gap-3">
        {caption.map((part) => (
          <p key={part}>{part}</p>
        ))}
        <p className="font-medium text-primary-ink">{hashtags}</p>
      </figcaption>
    </figure>
  )
}

function StoryboardText({ shots }: Of<'storyboard'>) {
  return (
    <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-x-4 gap-y-6">
      {shots.map(({ picture, seconds, words, action }) => (
        <li key={seconds} className="text-[0.9375rem]">
          <div aria-hidden="true" className="photograph overflow-hidden rounded-sm">
            <DrawingChart drawing={drawPicture(picture)} description={action} />
          </div>
          <p className="mt-2 text-sm text-muted">{seconds}</p>
          <p className="font-semibold">“{words}”</p>
          <p className="mt-1">{action}</p>
        </li>
      ))}
    </ol>
  )
}

function ListText({ items, marker }: Of<'list'>) {
  const List = marker === 'number' ? 'ol' : 'ul'
  return (
    <List className={classNames('grid max-w-prose gap-2', listStyles[marker])}>
      {items.map(({ title, text }) => (
        <li key={text} className={itemStyles[marker]}>
          {title ? <strong className="block font-semibold">{title}</strong> : null}
          {text}
        </li>
      ))}
    </List>
  )
}

const listStyles = {
  bullet: 'list-disc pl-5 marker:text-primary',
  number: 'list-decimal pl-6 marker:font-semibold',
  box: '',
}

const itemStyles = {
  bullet: '',
  number: '',
  box: 'relative pl-8 before:absolute before:top-1 before:left-0 before:size-4 before:rounded-sm before:border-2 before:border-field',
}

/**
 * On a narrow sheet or in large text, each row is a block. If nearly all cells are short, they stand in columns below the
 * table's head, and a long one follows on a line of its own. Otherwise each cell follows its column's name.
 */
function TableText({ columns, rows, widths }: Of<'table'>) {
  const total = widths.reduce((sum, width) => sum + width, 0)
  const areShort = columns.map((_, column) => rows.every((row) => (row[column]?.length ?? 0) <= LONGEST_SHORT))
  const longCells = areShort.slice(1).filter((isShort) => !isShort).length
  const hasColumns = longCells <= 1 && columns.length - 1 - longCells > 1
  const rowClass = hasColumns ? columnClasses[areShort.filter(Boolean).length] : '@max-xl:grid @max-xl:gap-y-2'
  const lineClass = (column: number) => hasColumns && !areShort[column] && '@max-xl:order-last @max-xl:col-span-full'
  return (
    <div className="@container">
      <table className="w-full border-collapse text-left text-[0.9375rem] @max-xl:block @xl:wrap-break-word">
        <colgroup className="@max-xl:hidden">
          {widths.map((width, index) => (
            <col key={columns[index]} width={`${Math.round((width / total) * 100)}%`} />
          ))}
        </colgroup>
        <thead className={classNames('bg-secondary text-white', hasColumns ? headClass : '@max-xl:sr-only')}>
          <tr className={classNames('border-line', rowClass)}>
            {columns.map((name, index) => (
              <th
                key={name}
                scope="col"
                className={classNames(
                  'font-semibold @xl:px-3 @xl:py-2 first:rounded-tl-sm last:rounded-tr-sm',
                  !areShort[index] && '@max-xl:sr-only',
                )}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-xl:block">
          {rows.map(([name = '', ...cells]) => (
            <tr
              key={name}
              className={classNames('border-b border-line align-top @max-xl:py-3 @xl:even:bg-ground', rowClass)}
            >
              <th
                scope="row"
                className={classNames(
                  'font-semibold @xl:px-3 @xl:py-3',
                  hasColumns ? !areShort[0] && '@max-xl:col-span-full' : '@max-xl:text-lg',
                )}
              >
                {name}
              </th>
              {cells.map((text, index) => (
                <td key={columns[index + 1]} className={classNames('@xl:px-3 @xl:py-3', lineClass(index + 1))}>
                  {cells.length > 1 && !hasColumns ? (
                    <span aria-hidden="true" className="block font-semibold @xl:hidden">
                      {columns[index + 1]}
                    </span>
                  ) : null}
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** In characters. Short cells share a line. */
const LONGEST_SHORT = 23

const headClass =
  '@max-xl:block @max-xl:border-b-2 @max-xl:bg-transparent @max-xl:py-2 @max-xl:text-[0.8125rem] @max-xl:tracking-tight @max-xl:hyphens-auto @max-xl:text-ink'

const gridClass = '@max-xl:grid @max-xl:gap-x-2 @max-xl:gap-y-1 @max-[15rem]:grid-cols-2'

/** By the number of columns. In very large text, the head and the rows break after two. */
const columnClasses: Record<number, string> = {
  2: `${gridClass} @max-xl:grid-cols-2`,
  3: `${gridClass} @max-xl:grid-cols-3`,
  4: `${gridClass} @max-xl:grid-cols-4`,
}

function ChartsText({ charts }: Of<'charts'>) {
  return (
    <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
      {charts.map((chart) => (
        <figure key={chart.title} className="max-w-sm">
          <figcaption className="mb-3 font-semibold">{chart.title}</figcaption>
          <DrawingChart drawing={drawChart(chart)} description={describeChart(chart)} />
        </figure>
      ))}
    </div>
  )
}

function SourcesText({ sources }: Of<'sources'>) {
  return (
    <ul className="grid max-w-prose gap-3">
      {sources.map(({ title, url }) => (
        <li key={url}>
          <span className="block font-medium">{title}</span>
          <a href={url} rel="noopener" className="link text-[0.9375rem] break-all text-primary-ink">
            {url}
          </a>
        </li>
      ))}
    </ul>
  )
}
