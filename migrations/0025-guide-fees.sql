-- Gives the fee for 2027 entry beside the present one, in a guide that no administrator has changed.
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
