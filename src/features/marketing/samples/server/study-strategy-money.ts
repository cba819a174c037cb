import type { SamplePage } from '../contract.ts'
import { bullets, callout, heading, paragraph, table } from './blocks.ts'

export const moneyPages: SamplePage[] = [
  {
    title: 'What it costs',
    blocks: [
      paragraph(
        'One year, in today’s figures. Fees and insurance have sources on page 14; Rhine-Waal’s contribution is its neighbour’s. Irish living costs are our estimate for nine months, with the summer at home. The German ones are the €11,904 that Germany counts for twelve: it includes insurance.',
      ),
      table(
        [2.9, 2.6, 2.6, 3.3],
        ['A year', 'Galway', 'Cork', 'Rhine-Waal'],
        ['Tuition', '€0 with free fees', '€0 with free fees', '€0'],
        ['Contribution', '€2,500', '€2,500', 'About €660'],
        ['Room', '9 months at €800: €7,200', '9 months at €800: €7,200', 'With food: 12 months at €847: €10,164'],
        ['Food, phone, going out', '9 months at €350: €3,150', '9 months at €350: €3,150', 'In the line above'],
        ['Health insurance', 'None needed', 'None needed', '12 months at €145: €1,740'],
        ['Together, at £1 = €1.15', '€12,850 (£11,174)', '€12,850 (£11,174)', '€12,564 (£10,925)'],
        ['First year, with set-up', '£12,674', '£12,674', '£12,425'],
        ['Staying all 12 months', '€16,300 (£14,174)', '€16,300 (£14,174)', '12 months already'],
        ['Whole degree', '4 × £11,174: £44,696', '4 × £11,174: £44,696', '3 × £10,925: £32,775'],
      ),
      heading('Against your £12,000 a year'),
      bullets(
        'The first year is over it. Set-up is a month’s rent as deposit, travel, bedding and a bicycle: allow £1,500. You’d be £674 short for Galway or Cork, £425 for Rhine-Waal. What you earn next summer could cover it, and the deposit, about £700 of it, should come back at the end.',
        'So is a summer in Ireland: €2,500 and 12 months at €1,150 are £14,174. You’d have to earn £2,174 there.',
        'Over the whole degree, without set-up, Ireland costs £11,921 more for its fourth year, and wages come a year later. With a placement, Rhine-Waal may take three and a half years: about £38,200.',
        'Student finance isn’t counted. We couldn’t confirm that Student Finance England pays for a whole degree abroad. Assume it doesn’t, and ask.',
        'Nor is Ireland’s student grant. British citizens who’ve lived in the UK can apply to SUSI for the fee part, depending on family income. It doesn’t pay for living costs. Worth an hour.',
      ),
      callout(
        'The number to watch is the room',
        'In late 2025, rooms for students in Galway were reported at €600 to €1,200 a month. At €1,050 instead of our €800, you’d be at £13,130, which is over your budget. Decide now what you’d do then.',
      ),
    ],
  },
  {
    title: 'Deadlines, in order',
    blocks: [
      paragraph(
        '“Published” means a university gives the same date for every year. “Expected” means it was this date before. Check them all in January.',
      ),
      table(
        [2.7, 6.3, 2.2],
        ['Date', 'What', 'How sure'],
        ['This week', 'Create your CAO account. Applications opened in early November', 'Published'],
        ['By 18 December', 'Ask Galway and Cork to confirm your fee status, in one email each', 'Our date'],
        [
          'Mid-January',
          'UCAS deadline. Apply at home as well: it’s your insurance, and you can decline it',
          'Check UCAS',
        ],
        ['20 January 2027', 'In past years the CAO fee was lower until this day', 'Expected'],
        ['1 February 2027, 5 p.m.', 'CAO closes. Ten courses, in your order', 'Published'],
        ['By 28 February', 'Visit Galway and Cork in one trip. Look at rooms, not only at lectures', 'Our date'],
        [
          'March',
          'Ask about campus rooms: when applications open, and whether offers come before results',
          'Check each',
        ],
        ['1 May 2027', 'Last day for a late CAO application, at a higher fee', 'Published'],
        ['1 July 2027', 'CAO “change of mind” closes, open since May. The order is now final', 'Published'],
        ['15 July 2027', 'Rhine-Waal closes, through uni-assist. It opens in May', 'Expected'],
        [
          'Mid-August',
          'A-level results. CAO gets them directly if you’ve given your candidate number',
          'Check in June',
        ],
        ['Late August', 'First Irish offers. You usually have days, not weeks, to accept', 'Expected'],
        ['September', 'Term starts in Ireland. In Germany, around the start of October', 'Check each'],
      ),
      heading('If you miss one'),
      bullets(
        'After 1 February: apply by 1 May. You lose the lower fee and a few restricted courses, none of them yours.',
        'After 1 May: Ireland is closed for 2027, apart from places left over in August. Germany is still open.',
      ),
      callout(
        'Two hours on a Sunday',
        'The account, the two emails and the first version of your list take two hours together. Do them this weekend, and then enjoy Christmas.',
      ),
    ],
  },
  {
    title: 'Requirements and paperwork',
    blocks: [
      heading('What each one asks of you'),
      table(
        [2.2, 3.2, 3.2, 3],
        ['What', 'Galway', 'Cork', 'Rhine-Waal'],
        [
          'Grades',
          'Points: 440 in 2025. Check the 2026 list',
          'Points: check the 2026 list',
          'Three A-levels at C or better',
        ],
        [
          'Minimum',
          'See its A Level Quick Guide for your year',
          'Two A-levels at C and four other GCSEs at C',
          'Two academic subjects among the three',
        ],
        ['English', 'GCSE English', 'GCSE English at C', 'A certificate, unless they accept your schooling'],
        ['Personal statement', 'No', 'No', 'No, but a CV is common'],
        ['Before you start', 'Nothing', 'Nothing', 'Internship, before the fourth semester'],
        ['How', 'CAO', 'CAO', 'Uni-assist only'],
      ),
      heading('Your documents'),
      bullets(
        'Passport, valid until at least the summer of 2028. Renew it in spring.',
        'GCSE certificates, scanned in colour. For Germany, certified copies.',
        'Proof of living in the UK for three of the last five years, for the free fees rules. School letters do it.',
      ),
      heading('Living there: general information'),
      bullets(
        ['Ireland', 'Under the Common Travel Area, British citizens can live, work and study without permission.'],
        [
          'Germany',
          'British citizens may travel without a visa and apply for a residence permit locally within 90 days, the German missions in the UK say. You may not work until it allows you to.',
        ],
        [
          'Health',
          'Ask the NHS about a UK Global Health Insurance Card for students before you leave. In Germany you can’t enrol without insurance: about €145 a month at the student rate. Ask an insurer there whether your card changes that.',
        ],
      ),
      callout(
        'Where our advice stops',
        'This is general information, not immigration advice. If you’ve ever been refused entry anywhere, hold another nationality or aren’t sure, we’ll refer you to a qualified adviser. The referral is part of your package.',
      ),
    ],
  },
]
