import type { SamplePage } from '../contract.ts'
import { boxes, callout, heading, numbers, paragraph, table } from './blocks.ts'

export const actionPages: SamplePage[] = [
  {
    title: 'Risks, and what would change our mind',
    blocks: [
      paragraph('Every plan has a weak point. These are the five in yours, with the most likely first.'),
      table(
        [2.4, 1.5, 3.6, 4],
        ['Risk', 'How likely', 'What it would mean', 'What to do, and when'],
        [
          'No affordable room',
          'High',
          'A long commute, a hostel in September, or £13,130 a year',
          'Apply for campus rooms the day they open. Look at digs: a room in a family home, often with meals. Set a limit now: €900',
        ],
        [
          'Grades below BBB',
          'Medium',
          'At BBC you’d have 429: in 2025 that wasn’t enough for Galway’s science course, but enough for the spare',
          'Keep Earth and Ocean Sciences as your third choice. Keep UCAS',
        ],
        [
          'Not your pathway',
          'Medium',
          'A degree in your second subject',
          'Ask for last year’s numbers in February. Work in year one',
        ],
        [
          'Points rise',
          'Medium',
          'They can move a lot in a year, in both directions: Galway’s science rose by 40 in 2025',
          'You’ve 34 in hand, so keep the spare on your list',
        ],
        [
          'Fee status refused',
          'Low',
          'EU or international fees: the plan ends',
          'Get it in writing before 1 February. This is why the emails come first',
        ],
      ),
      heading('What would change our advice'),
      numbers(
        [
          'Your budget rises above £20,000 a year',
          'Then we’d look again at Utrecht, and at three more courses that we didn’t show you.',
        ],
        [
          'You decide you want three years, not four',
          'Then compare Rhine-Waal with your best offer in England, not with Ireland.',
        ],
        [
          'You get AAB or better in your next mocks',
          'Then add one brave course to the top of your Irish list. The order rule on page 6 means it can’t hurt you.',
        ],
        ['You visit, and you don’t like it', 'Then believe the visit. You’ll live there, and this report won’t.'],
      ),
      callout(
        'And if you’d rather stay at home?',
        'That’s an answer too. You’ll have a UCAS application, a list of what you want from a course and a reason for your choice. Nothing in this plan is wasted.',
      ),
    ],
  },
  {
    title: 'Your checklist',
    blocks: [
      heading('This week'),
      boxes(
        'Create a CAO account and note the number. 15 minutes',
        'Email the fees offices at Galway and Cork: “I’m a British citizen, I’ve lived in the UK since birth and I start my first degree in September 2027. Will I qualify for free fees?” 20 minutes',
        'Find your GCSE certificates. Scan them. 30 minutes',
      ),
      heading('Before Christmas'),
      boxes(
        'Read the module lists of all three courses and mark what you’d choose freely. 2 hours',
        'Agree the money with your family, using page 9. Write down the limit for the room. 1 hour',
        'Tell your referee about UCAS, and finish that application too. 3 hours',
        'Send us your questions for the final call: the best ones begin “what if”.',
      ),
      heading('January'),
      boxes(
        'Put your courses in order: Galway, Cork, Galway’s Earth and Ocean Sciences. Add a brave one on top if your mocks allow it.',
        'Check every date marked “expected” on page 10, and correct it in your calendar.',
        'Submit by 25 January. A week early costs nothing, and websites are slow on the last day.',
      ),
      heading('February to April'),
      boxes(
        'Visit Galway and Cork. Talk to first-years about rooms, and to third-years about pathways.',
        'Apply for campus rooms, and write to three families who offer digs.',
        'Ask Rhine-Waal whether your schooling counts as proof of English, and which internships they accept.',
        'Ask SUSI’s eligibility tool about the fee grant.',
      ),
      heading('May to September'),
      boxes(
        'Decide about Rhine-Waal by 1 June. If yes, apply through uni-assist by the end of June.',
        'Use “change of mind” once, on a calm day, before 1 July. Then leave it alone.',
        'Give CAO your candidate number before the exams.',
        'On results day, accept the Irish offer first and decline the others after.',
        'Health card, bank card that works abroad, passport, bedding. Go.',
      ),
      callout(
        'Print this page',
        'Put it where your family can see it. The plan that’s on the fridge is the one that happens.',
      ),
    ],
  },
  {
    title: 'Sources, checked on 28 November 2026',
    blocks: [
      paragraph('We read saved copies, some of them older. If a date or an amount matters, open the page.'),
      {
        kind: 'sources',
        sources: [
          {
            title: 'UK government: Common Travel Area guidance',
            url: 'https://www.gov.uk/government/publications/common-travel-area-guidance/common-travel-area-guidance',
          },
          {
            title: 'Citizens Information, Ireland: free fees and the student contribution',
            url: 'https://citizensinformation.ie/en/education/third-level-education/fees-and-supports-for-third-level-education/fees',
          },
          {
            title: 'The Journal, 7 October 2025: student contribution falls from €3,000 to €2,500',
            url: 'https://www.thejournal.ie/college-fee-permanent-reduction-budget-2026-6837327-Oct2025/',
          },
          { title: 'CAO: points for A-levels', url: 'https://www.cao.ie/index.php?page=scoring&s=gce' },
          {
            title: 'University of Galway: Bachelor of Science (GY301), points and intake in 2025',
            url: 'https://universityofgalway.ie/courses/undergraduate-courses/science-undenominated.html',
          },
          {
            title: 'University of Galway, 27 August 2025: how points moved',
            url: 'https://www.universityofgalway.ie/about-us/news-and-events/news-archive/2025/august/university-of-galway-extends-welcome-to-more-than-3800-new-students-1.html',
          },
          {
            title: 'University of Galway: application dates',
            url: 'https://universityofgalway.ie/undergrad-admissions/faqs/',
          },
          {
            title: 'The Irish Times, 9 September 2025: Earth and Ocean Sciences, from 422 points to 403',
            url: 'https://www.irishtimes.com/ireland/education/2025/09/09/cao-reprieve-for-some-students-who-lost-out-on-favoured-course/',
          },
          {
            title: 'University College Cork: A-level requirements, and how degrees are chosen after CK404',
            url: 'https://www.ucc.ie/en/study/undergrad/entryreqs/a-levels',
          },
          {
            title: 'University College Dublin: Science (DN200), points in 2023',
            url: 'https://www.qualifax.ie/course/2204',
          },
          {
            title: 'RTÉ, 29 December 2025: student rooms in Galway',
            url: 'https://www.rte.ie/news/2025-in-review/2025/1229/1550724-galway-student-accommodation',
          },
          {
            title: 'SUSI: who can get an Irish student grant',
            url: 'https://susi.ie/undergraduate-student/residency-criteria/',
          },
          {
            title: 'Utrecht University: Global Sustainability Science, admission',
            url: 'https://www.uu.nl/en/bachelors/global-sustainability-science/application-and-admission',
          },
          {
            title: 'Course directory: Utrecht’s fee as listed for 2025',
            url: 'https://www.bachelorstudies.com/institutions/utrecht-uni/bachelor-of-science-in-global-sustainability-science',
          },
          {
            title: 'Utrecht University: permit fee and money to show; working while studying',
            url: 'https://www.uu.nl/en/education/welcome-to-utrecht/prepare-your-stay/entry-visa-residence-permit/frequently-asked-questions',
          },
          {
            title: 'Wageningen University: required subjects',
            url: 'https://www.wur.nl/en/education-programmes/bachelor/practical-information/admission/international-prior-education.htm',
          },
          {
            title: 'Rhine-Waal University: admission requirements and questions',
            url: 'https://www.hochschule-rhein-waal.de/en/academics/prospective-students/admission-requirements',
          },
          {
            title: 'Niederrhein University, in the same state: no tuition, contribution of about €330 a semester',
            url: 'https://www.hs-niederrhein.de/international/costs/',
          },
          {
            title: 'DAAD: database on admission requirements',
            url: 'https://www.daad.de/en/studying-in-germany/requirements/admission-database/',
          },
          {
            title: 'Study abroad for UK students: A-levels in Germany since 2022',
            url: 'https://studyabroadforukstudents.wordpress.com/tag/a-level-recognition-in-germany/',
          },
          {
            title: 'German missions in the UK: university studies for British citizens',
            url: 'https://uk.diplo.de/uk-en/02/visa/university-studies/2449178',
          },
          {
            title: 'Studentenwerk Oldenburg: €992 a month, of which €137 is for insurance (in German)',
            url: 'https://studentenwerk-oldenburg.de/de/finanzierung/bafoeg/die-haeufigsten-fragen/wieviel.html',
          },
          {
            title: 'Germanpedia: student health insurance, with long-term care, about €145 a month in 2025',
            url: 'https://germanpedia.com/german-health-insurance-international-students/',
          },
          {
            title: 'NHS Business Services Authority: UK Global Health Insurance Card',
            url: 'https://faq.nhsbsa.nhs.uk/knowledgebase/article/KA-26806/en-us',
          },
        ],
      },
    ],
  },
]
