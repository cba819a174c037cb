/** What a film shows and says. The films are silent but for music, so their titles and captions are all their words. */
export type Transcript = {
  /** The base name of the film's files in /video. */
  name: 'my-future' | 'study-world' | 'biz-future'
  service: string
  /** The sound, as its caption names it. */
  music: string
  sceneSeconds: number
  /** When this film was first published. */
  publishedAt: string
  scenes: TranscriptScene[]
}

export function findTranscript(name: Transcript['name']): Transcript {
  const film = transcripts.find((each) => each.name === name)
  if (!film) throw new Error(`There is no film ${name}`)
  return film
}

export const filmSeconds = ({ scenes, sceneSeconds }: Transcript) => scenes.length * sceneSeconds

type TranscriptScene = {
  /** The words on the picture. */
  title: string
  caption: string
  /** What one sees, for those who can't. */
  picture: string
}

// No price, quantity or other figure from the catalogue appears here, because those may change.

export const transcripts: Transcript[] = [
  {
    name: 'my-future',
    service: 'MY FUTURE',
    music: 'Gentle piano music',
    sceneSeconds: 20 / 3,
    publishedAt: '2026-11-28T04:37:29Z',
    scenes: [
      {
        title: 'Not sure what comes next?',
        caption: 'After school, on a course or between jobs: you can start without knowing what comes next.',
        picture: 'Dawn over paper hills. A young person with a rucksack stands where a road divides in three.',
      },
      {
        title: 'Tell us where you are now.',
        caption: 'In your first call, a consultant listens to where you are now and what you want.',
        picture: 'A call on a laptop: two people in two windows, and speech bubbles that pass between them.',
      },
      {
        title: 'See your pathways side by side.',
        caption: 'Your roadmap compares realistic ways forward, with the first steps for each.',
        picture: 'A map unfolds. A road draws itself and divides in three: to a mountain, a college and a house.',
      },
      {
        title: 'Read a report about you.',
        caption:
          'Your Future Profile report sets out your strengths and interests. We review your CV and LinkedIn profile.',
        picture: 'A booklet turns its pages: a portrait, strengths as petals, then a CV with lines marked in amber.',
      },
      {
        title: 'Decide, with someone to ask.',
        caption: 'In your final call, you go through everything and decide your first move.',
        picture: 'The call again: the consultant, and beside them the map. One of its three roads turns amber.',
      },
      {
        title: 'A plan you can follow.',
        caption: 'MY FUTURE: career guidance and life skills, from “I don’t know” to a plan.',
        picture: 'The hills again. The young person walks up the middle road towards the sun.',
      },
    ],
  },
  {
    name: 'study-world',
    service: 'STUDY WORLD',
    music: 'Gentle guitar and strings',
    sceneSeconds: 6.4,
    publishedAt: '2026-11-28T04:37:29Z',
    scenes: [
      {
        title: 'Somewhere out there is your course.',
        caption: 'There are universities in every part of the world. Where do you begin?',
        picture: 'A student waits on a quay. The globe rises from the sea, and a train crosses a viaduct.',
      },
      {
        title: 'Tell us what you hope for.',
        caption: 'In a consultation, you tell us what you’ve studied, what you hope for and what you can spend.',
        picture: 'A call on a laptop: two people in two windows, and speech bubbles that pass between them.',
      },
      {
        title: 'Find the places that fit.',
        caption: 'We find destinations, courses and universities that suit you.',
        picture: 'Pins drop on the globe, and cards with places leave it for a list. One card gets an amber mark.',
      },
      {
        title: 'One step at a time.',
        caption: 'Your strategy report says what to do first, what can wait and when it’s due.',
        picture: 'Books become a staircase, step by step. A student climbs it, towards an open door.',
      },
      {
        title: 'Meet the right people.',
        caption: 'We don’t give immigration advice: we refer you to agents and qualified advisers.',
        picture: 'Two doors open for the student. An agent and an adviser come out, with papers in their hands.',
      },
      {
        title: 'Go abroad with a plan in hand.',
        caption: 'STUDY WORLD: guidance for studying in another country.',
        picture: 'A suitcase is packed with clothes, a passport and a ticket, and a paper plane flies off.',
      },
    ],
  },
  {
    name: 'biz-future',
    service: 'BIZ FUTURE',
    music: 'Light electric piano and plucked strings',
    sceneSeconds: 6,
    publishedAt: '2026-11-28T04:37:29Z',
    scenes: [
      {
        title: 'Your work is good. Who sees it?',
        caption: 'You have customers to look after and no time to post.',
        picture: 'A high street before opening time. Its lamps go out, the day begins, and a café’s shutter rolls up.',
      },
      {
        title: 'First, a plan.',
        caption: 'First we agree who you want to reach, what you’ll say and what each platform is for.',
        picture: 'A pinboard fills: a target, a calendar, people to reach, and pictures of cakes and coffee.',
      },
      {
        title: 'Then posts and reels.',
        caption: 'We write, design and schedule posts and reels for your platforms.',
        picture: 'Three phones rise, and posts of a café slide over their screens.',
      },
      {
        title: 'Every one accounted for.',
        caption: 'Your portal lists what you’ve paid for and what’s been delivered.',
        picture: 'A laptop lists posts and a reel. Each gets a tick.',
      },
      {
        title: 'And a report in plain English.',
        caption: 'Your monthly report covers what went out, how people responded and what we’d change.',
        picture: 'Bars grow on a report, some shorter than the one before, and notes appear beside them.',
      },
      {
        title: 'Let people see it.',
        caption: 'BIZ FUTURE: business and social-media consulting for startups and small businesses.',
        picture:
          'The high street turns from day to dusk. Its windows are lit, and above it phones show the café’s posts.',
      },
    ],
  },
]
