import type { SamplePage } from '../contract.ts'
import { bullets, callout, heading, paragraph, table } from './blocks.ts'

export const matchPages: SamplePage[] = [
  {
    title: 'First choice: Science at Galway',
    blocks: [
      paragraph(
        'Bachelor of Science (GY301), University of Galway. Four years, in English, on one campus beside a river in a town of about 85,000. Entry in 2025 was at 440 points, with an average intake of 300.',
      ),
      heading('Why it’s first'),
      bullets(
        [
          'You can get in with a margin',
          'ABB gives you 474. Even at BBB, with 451, you’d have had a place in 2025. At BBC, with 429, you wouldn’t: that’s what the spare is for, at 422.',
        ],
        [
          'It lets you find your subject',
          'You take several sciences in year one, up to three pathways in year two and two in year three, then one. The list includes botany and plant science, zoology, earth and ocean sciences and microbiology. You told us “rivers, soil or restoration”. This is a course for people who still have the “or”.',
        ],
        [
          'The place fits you',
          'A student town with the sea, the Burren’s limestone and peat bogs within an hour. Fieldwork isn’t an outing here. It’s the reason people come.',
        ],
      ),
      heading('What could disappoint you'),
      bullets(
        'Your degree will say Science, with your pathway. Employers understand it, but you’ll have to explain it once.',
        'Popular pathways have quotas from year two. Plan to work in year one.',
        'Year one includes chemistry, and you last took it at GCSE. Ask for the reading list in July, not in October.',
        'Rooms. See page 12 before you fall in love with the place.',
      ),
      table(
        [3, 8],
        ['Your fit', 'Evidence'],
        [
          'Subjects',
          'Biology covers the laboratory science; maths and English are met by A-level and GCSE. Check the A Level Quick Guide for your year',
        ],
        ['Points', '474 at your predictions, 34 above the entry in 2025'],
        [
          'Budget',
          'Inside it from year two: £11,174 for nine months. Year one, with £1,500 to get set up, is £12,674: £674 over (page 9)',
        ],
        ['Aim', 'Pathways in plants, animals, earth and oceans. Ask how much fieldwork each one has'],
      ),
      callout(
        'Ask them this',
        '“How many students who wanted plant science or earth and ocean sciences in year two didn’t get it?” If the answer is vague, ask for last year’s number.',
      ),
    ],
  },
  {
    title: 'Second choice: environmental science at Cork',
    blocks: [
      paragraph(
        'Biological, Earth and Environmental Sciences (CK404), University College Cork. Four years: a shared first year, then one of several degrees, among them Environmental Science, Ecology and Environmental Biology, Geoscience, Applied Plant Biology and Zoology.',
      ),
      heading('Why it’s on your list'),
      bullets(
        [
          'It’s what you asked for, by name',
          'You’d graduate in environmental science, not in science with an environmental pathway. If a job advert has a filter, you’re through it.',
        ],
        [
          'Your subjects are the right ones',
          'The minimum is two A-levels at grade C and four more subjects at GCSE grade C, with the subject requirements of the course. You’ve a long way to spare.',
        ],
        [
          'It pairs with Galway',
          'Both are on the same form, with the same points and the same date. Listing Cork costs you nothing.',
        ],
      ),
      heading('Why it isn’t first'),
      bullets(
        'You choose after one year, and each degree has a quota, filled in order of first-year marks. In older calendars it was 25 places. If you miss yours, you’re offered what’s left.',
        'We couldn’t find a current points figure that we trust. It was 441 in 2017, when points were counted differently for A-levels. Treat it as level with Galway until you’ve seen the 2026 list.',
        'You said you’d like a smaller place. Cork is Ireland’s second city, though the campus doesn’t feel like it.',
      ),
      heading('First or second?'),
      table(
        [4, 3.6, 3.6],
        ['What matters to you', 'Galway', 'Cork'],
        ['Getting in at BBB', 'Likely', 'Uncertain'],
        ['Time to find your subject', 'Three years', 'One year'],
        ['A degree named for the field', 'No', 'Yes'],
        ['Fieldwork close by', 'Excellent', 'Very good'],
        ['Rooms for first-years', 'Scarce', 'Scarce'],
      ),
      callout(
        'The rule that decides the order',
        'In the Irish system you’re offered the highest choice on your list that your points reach. So list courses in the order you want them, never in the order you think you’ll get them. Being brave at the top costs nothing.',
      ),
    ],
  },
  {
    title: 'Your outsider: Environment and Energy at Rhine-Waal',
    blocks: [
      paragraph(
        'Bachelor of Science at Rhine-Waal University of Applied Sciences, a state university on the Lower Rhine near the Dutch border. The course is taught in English at the Kamp-Lintfort campus and starts in the winter semester only.',
      ),
      heading('Why we’ve included it'),
      bullets(
        [
          'It’s the cheapest route to a degree you’d enjoy',
          'There’s no tuition. Students at a neighbouring state university pay a contribution of about €330 a semester, which includes regional transport.',
        ],
        [
          'It’s practical',
          'A university of applied sciences teaches through projects, laboratories and a placement. That’s closer to how you said you learn than a lecture hall is.',
        ],
        [
          'Your German comes back',
          'Lectures are in English. The bakery, the landlord and the placement aren’t. In three years you’d be useful in two languages, which few British graduates in this field are.',
        ],
      ),
      heading('What to weigh'),
      bullets(
        'It leans towards energy and technology, and the rules we read are from 2013. Check that it still runs in English, and count the modules you’d choose freely. If it’s under half, leave it.',
        'You need a preparatory internship, finished before you enrol for the fourth semester. Most people do it before they start.',
        'Applicants with a school certificate from outside Germany are asked for an English certificate. Ask in writing whether GCSE English and A-levels taught in England are enough.',
        'You’re far from a city, in a place where you’ll know no one. Some people grow there. You know which you are.',
      ),
      heading('Will your A-levels count?'),
      paragraph(
        'Since the rules changed, three A-levels at grade C or better, in separate subjects with two from a list of academic ones, have usually opened a German degree. Maths, biology and geography are all on the list as published for British applicants. Only the university and uni-assist can decide, so check your case in the DAAD database of admission requirements first.',
      ),
      callout(
        'When to decide',
        'Applications have run from May to 15 July. That’s after your Irish form and before your results, so you can keep this open all spring for the price of one uni-assist fee.',
      ),
    ],
  },
  {
    title: 'The one we took off: Utrecht',
    blocks: [
      paragraph(
        'We want you to see the course we liked best and left out, because someone will recommend it to you. Global Sustainability Science at Utrecht is a three-year degree in English. From the second year you choose from five tracks, and one of them is Water, Climate and Ecosystems: your “rivers, soil or restoration” in one line.',
      ),
      heading('You’d qualify'),
      paragraph(
        'Utrecht asks for three A-levels: maths, and two of biology, chemistry, physics, and either economics or geography. That’s exactly what you’re taking. One version of its page leaves geography out, so you’d need to ask.',
      ),
      heading('But it costs more than you have'),
      table(
        [5, 3, 3],
        ['First year', 'In euros', 'In pounds, at 1.15'],
        ['Fee for a student from outside the EEA, as one course directory listed it for 2025', '€16,484', '£14,334'],
        ['Living money to show for the permit: 12 × €1,225', '€14,700', '£12,783'],
        ['Residence permit, application fee', '€257', '£223'],
        ['Together', '€31,441', '£27,340'],
        ['Your budget', '€13,800', '£12,000'],
      ),
      paragraph(
        'We couldn’t find Utrecht’s own figure for 2027 to 2028: it publishes the fee each year as a table. Even if it were a third lower, you’d be short by more than £10,000 a year, for three years. A job wouldn’t close the gap: with a permit you could work 16 hours a week, and only for an employer who obtains a work permit.',
      ),
      heading('What would bring it back'),
      bullets(
        'A scholarship that covers most of the fee. Look in October of the year before, and treat anything under half as no change.',
        'A second nationality. If a parent or grandparent gives you a claim to an Irish or other EU passport, tell us: the fee would drop to the statutory one, about €2,700.',
        'A master’s degree. It’s one or two years instead of three, at a point when you’d have savings and a reason. This is how we’d do it.',
      ),
      callout(
        'Why we show you this',
        'A list of what we recommend can’t be checked. A list of what we left out, with the numbers, can. If a number is wrong, tell us in the final call and we’ll do the sum again with you.',
      ),
    ],
  },
]
