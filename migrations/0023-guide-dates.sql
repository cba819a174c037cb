-- Gives the day and the fee for 2027 entry, and says how old the German amount is, in guides that no administrator has
-- changed. The two pages of UCAS were read as copied on 24 September 2026.
update guide set
  body = replace(body,
    'In early 2026 it was €11,904, or €992 a month. Higher grants were planned for autumn 2026, so look up the present figure with the [German missions in the UK](https://uk.diplo.de/uk-en) before',
    'The Federal Foreign Office’s page, last changed in July 2024, says €11,904, or €992 a month. Higher grants were planned for autumn 2026. We’d found no newer amount by 28 November 2026, so ask the [German missions in the UK](https://uk.diplo.de/uk-en) for today’s before'),
  updated_at = '2026-11-28 11:00Z'
where slug = 'study-in-the-netherlands-or-germany' and version = 1;

update guide set
  body = replace(replace(body,
    '**January 2027, at 18:00 UK time.** The equal consideration deadline for most other courses. Universities must consider every application that arrives by then equally. Check the exact day for your course on',
    '**13 January 2027, at 18:00 UK time.** The equal consideration deadline for most other courses. Universities must consider every application that arrives by then equally. Check your own course’s deadline on'),
    'Applying cost £28.95 in January 2026, and the form shows today’s fee before you pay. From',
    'Applying costs £34.50 for 2027 entry, up from £28.95 in January 2026. From'),
  sources = sources || '[
    {"title": "UCAS: the January deadline for 2027 entry", "url": "https://www.ucas.com/events/2027-entry-deadline-for-all-undergraduate-courses-except-those-with-a-15-october-deadline-475546", "checkedOn": "2026-09-24"},
    {"title": "UCAS: the application fee for 2027 entry", "url": "https://www.ucas.com/faqs/what-is-the-application-fee-for-the-2027-cycle", "checkedOn": "2026-09-24"}
  ]',
  updated_at = '2026-11-28 11:00Z'
where slug = 'after-a-levels' and version = 1;
