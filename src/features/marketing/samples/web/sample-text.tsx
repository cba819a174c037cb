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
        <figure className="-mx-2 sm:mx-auto sm:w-full sm:max-w-xl print:max-w-md">
          <DrawingChart drawing={drawRoadmap(block.roadmap)} description={describeRoadmap(block.roadmap)} />
        </figure>
      )
    case 'post':
      return <PostText {...block} />
    case 'storyboard':
      return <StoryboardText {...block} />
    case 'sources':
      return <SourcesText {...block} />
  }
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

/** On a narrow sheet or in large text, each row is a block and its cells follow their columns' names. */
function TableText({ columns, rows, widths }: Of<'table'>) {
  const total = widths.reduce((sum, width) => sum + width, 0)
  return (
    <div className="@container">
      <table className="w-full border-collapse text-left text-[0.9375rem] @max-xl:block @xl:wrap-break-word">
        <colgroup className="@max-xl:hidden">
          {widths.map((width, index) => (
            <col key={columns[index]} width={`${Math.round((width / total) * 100)}%`} />
          ))}
        </colgroup>
        <thead className="bg-secondary text-white @max-xl:sr-only">
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className="px-3 py-2 font-semibold first:rounded-tl-sm last:rounded-tr-sm">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="@max-xl:block">
          {rows.map(([name = '', ...cells]) => (
            <tr
              key={name}
              className="border-b border-line align-top @max-xl:flex @max-xl:flex-wrap @max-xl:gap-x-4 @max-xl:py-3 @xl:even:bg-ground"
            >
              <th scope="row" className={classNames('font-semibold @xl:px-3 @xl:py-3', shareLine(name, 12))}>
                {name}
              </th>
              {cells.map((text, index) => (
                <td key={columns[index + 1]} className={classNames('@xl:px-3 @xl:py-3', shareLine(text, 18))}>
                  {cells.length > 1 ? (
                    <span aria-hidden="true" className="mr-2 text-sm text-muted @xl:hidden">
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

/** There, short cells share a line, and a long one has its own. */
function shareLine(text: string, longest: number): string | false {
  return text.length > longest && '@max-xl:basis-full'
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
