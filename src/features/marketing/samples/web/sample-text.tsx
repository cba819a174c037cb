import { classNames } from '#platform/web/ui/class-names.ts'
import type { Block } from '../contract.ts'
import { describeChart, describeRoadmap, drawChart, drawRoadmap } from '../rules/drawings.ts'
import { drawPicture } from '../rules/pictures.ts'
import { DrawingChart } from './drawing-chart.tsx'
import { SampleTable } from './sample-table.tsx'

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
      return <SampleTable {...block} />
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
