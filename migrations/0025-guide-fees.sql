-- Gives the fee for 2027 entry beside the present one, and the cost of a year abroad, in guides that no administrator has
-- changed. A year is the guide's own fees plus its living costs: €9,000 or €20,000 + €13,569, and €0 or €3,000 + €11,904.
update guide set
  body = replace(replace(body,
    'up to £9,790 for the 2026 to 2027 academic year. You',
    'up to £9,790 for the 2026 to 2027 academic year, and up to £10,050 for 2027 to 2028, the first year if you start in autumn 2027. You'),
    'at present rates it gives most people up to £39,160 of tuition loans, which is about four years of full-time study.',
    'at the rates for 2026 to 2027 it gives most people up to £39,160 of tuition loans, which is four years at £9,790. Four years at £10,050 would be £40,200.'),
  sources = sources || '[
    {"title": "Answer in Parliament: fee limits for 2026 to 2027 and 2027 to 2028", "url": "https://parallelparliament.co.uk/question/121333/higher-education-finance", "checkedOn": "2026-11-28"}
  ]',
  updated_at = '2026-11-28 14:00Z'
where slug = 'after-a-levels' and version = 1;

update guide set
  body = replace(replace(body,
    'As a non-EU student you pay full fees.
',
    'As a non-EU student you pay full fees. A year of a bachelor’s, with the living costs you have to show, comes to about €22,600 to €33,600 (£19,600 to £29,200).
'),
    'Most bachelor’s degrees are taught in German.
',
    'Most bachelor’s degrees are taught in German. A year, with the living costs you have to show, comes to €11,904 (about £10,400) plus the contribution each semester, or €14,904 (about £13,000) plus the contribution in Baden-Württemberg.
- The pounds are at £1 = €1.15, so look up today’s rate. Rent in a student city can cost you more than the living costs you have to show.
'),
  updated_at = '2026-11-28 14:00Z'
where slug = 'study-in-the-netherlands-or-germany' and version = 1;
